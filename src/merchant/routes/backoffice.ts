// Routes for the merchant's own programs, protected by BACKOFFICE_TOKEN: payouts and alerts. They are never called from a
// browser, so there is no CORS, and no cookie counts here. The page for people is backoffice-page.ts.
import { Hono } from 'hono'
import type { PayoutRequest } from '../create/payouts.ts'
import { alertIdOf } from '../http/alert-id.ts'
import { checkBearer } from '../http/bearer.ts'
import { limitBody } from '../http/limit-body.ts'
import { HttpProblem } from '../http/problems.ts'
import { parseKey, readJson } from '../http/read-json.ts'
import type { Merchant } from '../merchant.ts'
import { countOpenAlerts, listAlerts } from '../order/alert-list.ts'
import type { SettleRequest } from '../order/settle.ts'

const maxBodyKib = 16

/** `POST /payouts`, `GET /payouts/:reference`, `GET /alerts`, `POST /alerts/:id/settle`. Without a configured token all of them answer 404. */
export function backofficeRoutes({ config, payouts, db, settle }: Merchant): Hono {
  const routes = new Hono()
  routes.use(async (c, next) => {
    if (config.backofficeToken === null) throw new HttpProblem(404, 'There is nothing at this address.')
    checkBearer(c.req.raw.headers, config.backofficeToken, 'back office')
    c.header('cache-control', 'no-store')
    await next()
  })

  routes.post('/payouts', limitBody(maxBodyKib), async (c) => {
    const key = parseKey(c.req.raw.headers)
    return c.json(await payouts.create(key, (await readJson(c.req.raw)) as PayoutRequest), 201)
  })

  routes.get('/payouts/:reference', async (c) => {
    const session = await payouts.find(c.req.param('reference'))
    if (!session) throw new HttpProblem(404, 'There is no payout with this reference.')
    return c.json(session)
  })

  routes.get('/alerts', async (c) =>
    c.json({ content: await listAlerts(db), open: await countOpenAlerts(db) }),
  )

  routes.post('/alerts/:id/settle', limitBody(maxBodyKib), async (c) => {
    const id = alertIdOf(c.req.param('id'))
    return c.json(await settle(id, (await readJson(c.req.raw)) as SettleRequest))
  })

  return routes
}
