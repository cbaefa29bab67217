// The back office of a test's world: its alerts, and what the shop changes in an order by itself.
import type { Alert } from '../../../src/merchant/index.ts'
import type { World } from './harness.ts'

export const backofficeToken = 'backoffice_token_canary_0123456789'

type Answer = { readonly status: number; readonly body: Record<string, unknown> }

/** The environment of a merchant with a back office. */
export const withBackoffice = { environment: { BACKOFFICE_TOKEN: backofficeToken } }

/** What a person does in the back office of a world. */
export function useBackoffice(world: () => World) {
  async function call(path: string, body?: unknown): Promise<Answer> {
    const response = await world().app.request(`/backoffice/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${backofficeToken}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const list = async () => (await call('alerts')).body.content as Alert[]

  return {
    call,
    list,
    /** The only alert. */
    async alert(): Promise<Alert> {
      const [alert, ...more] = await list()
      if (!alert || more.length > 0) throw new Error(`There are ${more.length + (alert ? 1 : 0)} alerts.`)
      return alert
    },
    async settle(id: number, as: string, more: object = {}): Promise<Answer> {
      const answer = await call(`alerts/${id}/settle`, { as, by: 'mara@shop.example', ...more })
      await world().merchant.background.idle()
      return answer
    },
  }
}

/** Changes that a shop makes to the order A-1001 itself, in its own table. */
export const shopChanges = (world: () => Pick<World, 'db'>) => ({
  price: (value: string, currency = 'EUR') =>
    world().db.query(`update orders set amount_value = $1, amount_currency = $2 where id = 'A-1001'`, [
      value,
      currency,
    ]),
  payAtTheTill: () => world().db.query(`update orders set status = 'paid' where id = 'A-1001'`),
  delete: () => world().db.query(`delete from orders where id = 'A-1001'`),
  giveIdToAnother: () =>
    world().db.query(
      `update orders set payer_email = 'bea@shop.example', status = 'unpaid', paid_session = null, placed_at = placed_at + interval '1 day'
       where id = 'A-1001'`,
    ),
  putBack: () =>
    world().db.query(
      `insert into orders (id, title, amount_value, amount_currency, payer_email)
       values ('A-1001', 'Weekender bag', '49.90', 'EUR', 'ada@shop.example')`,
    ),
})
