// Routes for the merchant's own people and programs, protected by BACKOFFICE_TOKEN: payouts and alerts. They are never
// called from a browser, so there is no CORS and there are no cookies.
import { Hono } from 'hono'
import { listAlerts } from '../alerts.ts'
import { checkBearer } from '../http/bearer.ts'
import { limitBody } from '../http/limit-body.ts'
import { HttpProblem } from '../http/problems.ts'
import { parsePayout } from '../http/read-payout.ts'
import { reference } from '../http/reference.ts'
import type { Merchant } from '../merchant.ts'

const maxBodyKib = 16

/** `POST /payouts`, `GET /payouts/:reference`, `GET /alerts`. Without a configured token all of them answer 404. */
export function backofficeRoutes({ config, payouts, db }: Merchant): Hono {
  const routes = new Hono()
  routes.use(async (c, next) => {
    if (config.backofficeToken === null) throw new HttpProblem(404, 'There is nothing at this address.')
    checkBearer(c.req.raw.headers, config.backofficeToken, 'back office')
    c.header('cache-control', 'no-store')
    await next()
  })

  routes.post('/payouts', limitBody(maxBodyKib), async (c) => {
    const { key, order } = await parsePayout(c.req.raw)
    return c.json(await payouts.create(key, order), 201)
  })

  routes.get('/payouts/:reference', async (c) => {
    // An invalid reference is not looked up, because the database would fail on it.
    const asked = reference.safeParse(c.req.param('reference'))
    const session = asked.success ? await payouts.find(asked.data) : null
    if (!session) throw new HttpProblem(404, 'There is no payout with this reference.')
    return c.json(session)
  })

  routes.get('/alerts', async (c) => c.json({ content: await listAlerts(db) }))

  return routes
}
