// Routes for monitoring: `GET /healthz` and `GET /metrics`.
import { Hono } from 'hono'
import { endsWithin } from '../deadline.ts'
import type { OnEvent } from '../events.ts'
import { checkBearer } from '../http/bearer.ts'
import { HttpProblem } from '../http/problems.ts'
import { errorFields } from '../log.ts'
import type { Merchant } from '../merchant.ts'
import { createFlights } from '../single-flight.ts'
import { Unusable } from '../store/probe.ts'

/** Shorter than the timeouts of load balancers, so that they get our answer. */
const healthTimeoutMs = 2_000

type MonitoringParts = Pick<Merchant, 'clock' | 'log'> & {
  readonly config: Pick<Merchant['config'], 'metricsToken'>
  readonly orders: Pick<Merchant['orders'], 'failing'>
}

/** What counts the merchant's events, and writes all numbers as a text: `prometheusMetrics` returns it. */
export interface Metrics {
  readonly onEvent: OnEvent
  readonly contentType: string
  text(): Promise<string>
}

/**
 * @param metrics served at `/metrics` to whoever has `metricsToken`; without both there is no `/metrics`
 * @param health checks whether the database answers
 */
export function monitoringRoutes(
  merchant: MonitoringParts,
  metrics: Pick<Metrics, 'contentType' | 'text'> | undefined,
  health: () => Promise<unknown>,
): Hono {
  const { clock, log, config, orders } = merchant
  const routes = new Hono()
  const flights = createFlights<void>()

  routes.get('/healthz', async (c) => {
    try {
      // One check at a time: if the database hangs, each probe would occupy one more connection.
      await flights.join('database', checkInTime)
    } catch (error) {
      log('unhealthy', errorFields(error))
      const what = error instanceof Unusable ? error.shown : 'The database does not answer.'
      throw new HttpProblem(503, what, { headers: { 'retry-after': '1' } })
    }
    // Still 200: a balancer must not take away an instance that stores webhooks, and the others would fail the same.
    const failing = orders.failing()
    const health = failing.length === 0 ? { status: 'ok' } : { status: 'failing', failing }
    return c.json(health, 200, { 'cache-control': 'no-store' })
  })

  /** @throws when the database answers with an error, or not in time */
  async function checkInTime(): Promise<void> {
    if (!(await endsWithin(clock, healthTimeoutMs, health())))
      throw new Error(`No answer within ${healthTimeoutMs} ms.`)
  }

  const { metricsToken: token } = config
  if (metrics && token !== null) {
    routes.get('/metrics', async (c) => {
      checkBearer(c.req.raw.headers, token, 'metrics')
      const text = await metrics.text()
      return c.body(text, 200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' })
    })
  }

  return routes
}
