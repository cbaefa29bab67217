// The server under test: the one of server-example, started as its own server.ts starts it.
import { randomBytes } from 'node:crypto'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import { createOrders } from '../../../server-example/orders.ts'
import type { Merchant } from '../../../src/merchant/merchant.ts'
import { loadConfig } from '../../../src/merchant/node/config.ts'
import { startServer } from '../../../src/merchant/node/server.ts'
import { notifyChange, rememberId } from '../../../src/merchant/session/session-row.ts'
import { answerBench } from './answering.ts'
import { longestStallMs, machineMs, memorySamples, processorMs, watchLoop } from './cost.ts'

let mounted: Merchant | undefined

const pageHeaders = { 'content-security-policy': "default-src 'self'" }

/** A shop's page that sells these orders and nothing else. */
const pageOf = (orders: readonly string[]) => `<!doctype html><html lang="en"><title>Shop</title>
<script src="/payin-checkout.js" async></script>
${orders.map((order) => `<payin-checkout endpoint="/checkout" order="${order}" mode="popup"></payin-checkout>`).join('\n')}
</html>`

// All reads of the bench come from this machine, and in one round they are all of one session.
const everything = Number.POSITIVE_INFINITY
const heldReads = { bySession: everything, byAddress: everything, ofAll: everything }

const server = await startServer(loadConfig(process.env), {
  orders: createOrders,
  onEvent: [],
  heldReads,
  prepare: (db) => seedOrders(db, new Date()),
  mount: (app, merchant) => {
    mounted = merchant
    app.get('/bench', (c) => c.html(pageOf(c.req.queries('order') ?? []), 200, pageHeaders))
    app.get('/bench/clock', (c) => c.text(String(machineMs())))
  },
})

function running(): Merchant {
  if (!mounted) throw new Error('The server did not mount.')
  return mounted
}

/**
 * Copies the one session that there is: a thousand presses of "pay" would take longer than the whole bench. The copies
 * differ in what must differ, and each is of an order of its own.
 * @param count how many there are in the end
 * @returns the public ids of the copies
 */
async function copySession(count: number): Promise<string[]> {
  const { db, sweep } = running()
  // After half a minute it would ask the service about all of them: other work than the one that is measured.
  await sweep.stop()
  const copies = await db.query<{ id: string }>(
    `insert into payin_checkout.sessions
     select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'order_id', s.order_id || '-' || n, 'seed', lpad(n::text, 64, '0'),
       'service_key', gen_random_uuid(), 'service_id', gen_random_uuid()))).*
     from payin_checkout.sessions s, generate_series(2, $1::int) n returning id`,
    [count],
  )
  const ids = copies.map(() => `cs_${randomBytes(32).toString('base64url')}`)
  await db.transaction(async (tx) => {
    for (const [n, { id }] of copies.entries()) await rememberId(tx, ids[n] ?? '', id, new Date())
  })
  return ids
}

interface OwnPayin {
  readonly id: string
  readonly reference: string
  /** A public id of its session. */
  readonly session: string
}

/** What the service calls the payments of all sessions, and what they are for. */
async function ownPayins(): Promise<OwnPayin[]> {
  const { db } = running()
  const rows = await db.query<Omit<OwnPayin, 'session'> & { row: string }>(
    'select service_id::text as id, order_id as reference, id as row from payin_checkout.sessions',
  )
  const payins: OwnPayin[] = []
  await db.transaction(async (tx) => {
    for (const { row, ...payin } of rows) {
      const session = `cs_${randomBytes(32).toString('base64url')}`
      await rememberId(tx, session, row, new Date())
      payins.push({ ...payin, session })
    }
  })
  return payins
}

/** How many webhooks are stored and not worked through. */
async function webhooksLeft(): Promise<number> {
  const [row] = await running().db.query<{ count: number }>(
    'select count(*)::int as count from payin_checkout.webhook_events where processed_at is null',
  )
  return row?.count ?? 0
}

/** Puts as many unpaid orders beside those of the demo. @returns their ids */
async function addOrders(count: number): Promise<string[]> {
  const rows = await running().db.query<{ id: string }>(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
     select 'B-' || n, 'Lantern ' || n, '49.90', 'EUR', 'shopper-' || n || '@shop.example', 'Shopper', n::text
     from generate_series(1, $1::int) n returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Every session becomes another, in one transaction that says so as any news does. @returns when it began */
async function changeAll(): Promise<number> {
  const beganAt = machineMs()
  await running().db.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `update payin_checkout.sessions set status = 'INITIATED', version = version + 1 returning id`,
    )
    for (const { id } of rows) await notifyChange(tx, id)
  })
  return beganAt
}

const commands = {
  addOrders,
  copySession,
  changeAll,
  ownPayins,
  webhooksLeft,
  watchLoop,
  longestStallMs,
  /** How many reads are held; each has looked at the database once more before it sleeps. */
  async held(): Promise<number> {
    const { size } = running().notifications
    // The embedded database answers in order: once it answers this, all looks before are over.
    await running().db.query('select 1')
    return size
  },
  memorySamples,
  processorMs,
  close: () => server.close(),
}
export type MerchantServer = typeof commands

answerBench(commands)
