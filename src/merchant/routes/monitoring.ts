// For whoever watches over the server: `GET /healthz` and `GET /metrics`.
import { Hono } from 'hono'
import { endsWithin } from '../deadline.ts'
import { checkBearer } from '../http/bearer.ts'
import { HttpProblem } from '../http/problems.ts'
import { errorFields } from '../log.ts'
import type { Merchant } from '../merchant.ts'
import { createFlights } from '../single-flight.ts'

/** Shorter than any balancer's own patience, so that it hears our answer and not its time-out. */
const healthTimeoutMs = 2_000

type MonitoringParts = Pick<Merchant, 'clock' | 'log'>

/** All numbers, as `prometheusMetrics` gives them. */
export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

/** The numbers, and what whoever may read them sends as `Authorization: Bearer …`. */
export interface GuardedMetrics {
  readonly metrics: Metrics
  readonly token: string
}

/**
 * @param watched `null`: there is no `/metrics`
 * @param health asks whether the database answers
 */
export function monitoringRoutes(
  merchant: MonitoringParts,
  watched: GuardedMetrics | null,
  health: () => Promise<unknown>,
): Hono {
  const { clock, log } = merchant
  const routes = new Hono()
  const flights = createFlights<void>()

  routes.get('/healthz', async (c) => {
    try {
      // One question at a time: a database that hangs is not also given a connection per probe to hang.
      await flights.join('database', askInTime)
    } catch (error) {
      log('unhealthy', errorFields(error))
      throw new HttpProblem(503, 'The database does not answer.', { headers: { 'retry-after': '1' } })
    }
    return c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })

  /** @throws when the database answers with an error, or not in time */
  async function askInTime(): Promise<void> {
    if (!(await endsWithin(clock, healthTimeoutMs, health())))
      throw new Error(`No answer within ${healthTimeoutMs} ms.`)
  }

  if (watched) {
    const { metrics, token } = watched
    routes.get('/metrics', async (c) => {
      checkBearer(c.req.raw.headers, token, 'metrics')
      const text = await metrics.text()
      return c.body(text, 200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
    })
  }

  return routes
}
