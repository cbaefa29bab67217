// Routes for monitoring: `GET /healthz` and `GET /metrics`.
import { Hono } from 'hono'
import { endsWithin } from '../deadline.ts'
import { checkBearer } from '../http/bearer.ts'
import { HttpProblem } from '../http/problems.ts'
import { errorFields } from '../log.ts'
import type { Merchant } from '../merchant.ts'
import { createFlights } from '../single-flight.ts'

/** Shorter than the timeouts of load balancers, so that they get our answer. */
const healthTimeoutMs = 2_000

type MonitoringParts = Pick<Merchant, 'clock' | 'log'>

/** All metrics, as `prometheusMetrics` returns them. */
export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
}

/** The metrics, and the token that a reader must send as `Authorization: Bearer …`. */
export interface GuardedMetrics {
  readonly metrics: Metrics
  readonly token: string
}

/**
 * @param guardedMetrics `null`: there is no `/metrics`
 * @param health checks whether the database answers
 */
export function monitoringRoutes(
  merchant: MonitoringParts,
  guardedMetrics: GuardedMetrics | null,
  health: () => Promise<unknown>,
): Hono {
  const { clock, log } = merchant
  const routes = new Hono()
  const flights = createFlights<void>()

  routes.get('/healthz', async (c) => {
    try {
      // One check at a time: if the database hangs, each probe would occupy one more connection.
      await flights.join('database', checkInTime)
    } catch (error) {
      log('unhealthy', errorFields(error))
      throw new HttpProblem(503, 'The database does not answer.', { headers: { 'retry-after': '1' } })
    }
    return c.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' })
  })

  /** @throws when the database answers with an error, or not in time */
  async function checkInTime(): Promise<void> {
    if (!(await endsWithin(clock, healthTimeoutMs, health())))
      throw new Error(`No answer within ${healthTimeoutMs} ms.`)
  }

  if (guardedMetrics) {
    const { metrics, token } = guardedMetrics
    routes.get('/metrics', async (c) => {
      checkBearer(c.req.raw.headers, token, 'metrics')
      const text = await metrics.text()
      return c.body(text, 200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
    })
  }

  return routes
}
