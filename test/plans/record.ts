// Runs a day of the shop and records every statement that the server executes.
import { randomUUID } from 'node:crypto'
import { createApp } from '../../src/merchant/app.ts'
import { readSettings } from '../../src/merchant/settings/read.ts'
import type { Db, Queries } from '../../src/merchant/store/db.ts'
import { createMerchant } from '../support/example-merchant.ts'
import { createFakeService, signed, webhookSecret } from '../unit/merchant/fake-service.ts'

export interface Statement {
  readonly sql: string
  readonly params: readonly unknown[]
}

const token = 'backoffice_token_canary_0123456789'

/** @returns each statement once, with the parameters of its first execution */
export async function record(db: Db): Promise<Statement[]> {
  const statements = new Map<string, Statement>()
  const recording = (queries: Queries): Queries => ({
    query: (sql, params = []) => {
      const plain = sql.replace(/\s+/g, ' ').trim()
      if (!statements.has(plain)) statements.set(plain, { sql: plain, params })
      return queries.query(sql, params)
    },
  })
  const recorded: Db = {
    ...db,
    ...recording(db),
    transaction: (work) => db.transaction((tx) => work({ ...tx, ...recording(tx) })),
  }
  await runADay(recorded)
  return [...statements.values()]
}

async function runADay(db: Db): Promise<void> {
  const service = createFakeService(Date.now)
  const config = readSettings(
    {},
    {
      PAYMENTS_BASE_URL: 'https://pay.example',
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
      PAYMENTS_API_KEY: 'test_key',
      PAYMENTS_WEBHOOK_SECRET: webhookSecret,
      PUBLIC_URL: 'https://shop.example',
      BACKOFFICE_TOKEN: token,
    },
  )
  const merchant = await createMerchant(config, db, { fetch: service.fetch, log: () => undefined })
  const app = createApp(merchant)
  const json = { 'content-type': 'application/json' }
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const init = { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) }
    return (await app.request(path, init)).json() as Promise<Record<string, string>>
  }
  const createSession = (order: string, method?: string) =>
    post(
      '/checkout/sessions',
      { order, ...(method && { payment: { method } }) },
      { 'idempotency-key': randomUUID() },
    )
  const sendWebhooks = async (status: string) => {
    for (const payin of service.payins.values()) {
      payin.status = status
      const { body, signature } = signed(payin)
      const init = { method: 'POST', headers: { 'x-webhook-signature': signature }, body }
      await app.request('/webhooks/payins', init)
      await app.request('/webhooks/payins', init)
    }
    await merchant.background.idle()
  }
  await db.query(
    `insert into orders (id, title, amount_value, amount_currency, payer_email)
     values ('new-1', 'New', '49.90', 'EUR', 'ada@shop.example')`,
  )
  const first = await createSession('new-1')
  await createSession('new-1', 'card')
  await app.request(`/checkout/sessions/${first.id}`)
  await app.request(`/checkout/return?session=${first.id}`)
  await post(`/checkout/sessions/${first.id}/link`, {})
  for (const status of ['INITIATED', 'AUTHORIZED', 'COMPLETED', 'DISPUTED']) await sendWebhooks(status)
  // A payment of an order of ours that has no row here.
  const [known] = service.payins.values()
  if (known) service.payins.set('stranger', { ...known, id: randomUUID(), return_url: `${first.id}` })
  await sendWebhooks('COMPLETED')
  const bearer = { authorization: `Bearer ${token}` }
  const amount = { value: '5.00', currency: 'EUR' }
  const refund = { reference: 'new-refund', amount }
  await post('/backoffice/payouts', refund, { ...bearer, 'idempotency-key': randomUUID() })
  await app.request('/backoffice/payouts/new-refund', { headers: bearer })
  await app.request('/backoffice/alerts', { headers: bearer })
  const unknown = `/webhooks/on-ramps/${randomUUID()}/token`
  await app.request(unknown, { method: 'POST', body: '{}' })
  await merchant.sweep.runOnce()
  await merchant.background.idle()
  await merchant.close()
  // Somebody deletes one session by hand: then every foreign key is looked up.
  await db.query('delete from payin_checkout.sessions where id = $1', [randomUUID()])
}

/** Whether Postgres can explain a statement, and it takes no lock of a whole order. */
export function isExplainable({ sql }: Statement): boolean {
  return /^(with|select|insert|update|delete)\b/i.test(sql) && !/pg_notify|pg_advisory/.test(sql)
}
