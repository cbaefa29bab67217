// The server under test: the one of server-example, started like its own server.ts.
import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { seedOrders } from '../../../demo/orders-on-sale.ts'
import { openStore } from '../../../server-example/open-store.ts'
import { createOrders } from '../../../server-example/orders.ts'
import { createApp, createHandles } from '../../../src/merchant/app.ts'
import { migrate } from '../../../src/merchant/index.ts'
import { assembleMerchant } from '../../../src/merchant/merchant.ts'
import { serve } from '../../../src/merchant/node/serve.ts'
import { rememberId } from '../../../src/merchant/order/write/keys.ts'
import { sessionChanged } from '../../../src/merchant/session/session-row.ts'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import { answerBench } from './answering.ts'
import { longestStallMs, machineMs, memorySamples, processorMs, watchLoop } from './cost.ts'

const pageHeaders = { 'content-security-policy': "default-src 'self'" }

/** A shop's page with only these orders. */
const pageOf = (orders: readonly string[]) => `<!doctype html><html lang="en"><title>Shop</title>
<script src="/payin-checkout.js" async></script>
${orders.map((order) => `<payin-checkout endpoint="/checkout" order="${order}" mode="popup"></payin-checkout>`).join('\n')}
</html>`

// Raise the limits: all reads come from this machine, and in one round all are for one session.
const everything = Number.POSITIVE_INFINITY
const heldReads = { bySession: everything, byAddress: everything, ofAll: everything }

const db = openStore()
await migrate(db)
await seedOrders(db, new Date())
// The parts of `createMerchant`, since the bench counts held reads and stops the sweep.
const config = readSettings({}, process.env)
const log = () => undefined
const { sweep, notifications, ...merchant } = await assembleMerchant(config, db, createOrders(db), { log })
const app = createApp({ ...merchant, sweep, notifications }, { heldReads })
const pages = new Hono()
pages.get('/bench', (c) => c.html(pageOf(c.req.queries('order') ?? []), 200, pageHeaders))
pages.get('/bench/clock', (c) => c.text(String(machineMs())))
const server = await serve(
  {
    fetch: (request, env) => app.fetch(request, env as object),
    handles: createHandles(app, config),
    start: () => sweep.start(),
    close: () => merchant.close(),
  },
  log,
  { others: pages.fetch },
)

/**
 * Copies the only session: a thousand create requests would take longer than the whole bench. The copies
 * differ in their unique fields, and each has its own order.
 * @param count how many there are in the end
 * @returns the public ids of the copies
 */
async function copySession(count: number): Promise<string[]> {
  // Otherwise it would read all of them at the service after half a minute, which is not measured.
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

/** The service's ids of all sessions, and their orders. */
async function ownPayins(): Promise<OwnPayin[]> {
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

/** How many stored webhooks are not processed. */
async function webhooksLeft(): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    'select count(*)::int as count from payin_checkout.webhook_events where processed_at is null',
  )
  return row?.count ?? 0
}

/** Adds a number of unpaid orders. @returns their ids */
async function addOrders(count: number): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
     select 'B-' || n, 'Lantern ' || n, '49.90', 'EUR', 'shopper-' || n || '@shop.example', 'Shopper', n::text
     from generate_series(1, $1::int) n returning id`,
    [count],
  )
  return rows.map(({ id }) => id)
}

/** Changes every session in one transaction, with the usual notification. @returns when it began */
async function changeAll(): Promise<number> {
  const beganAt = machineMs()
  await db.transaction(async (tx) => {
    const rows = await tx.query<{ id: string }>(
      `update payin_checkout.sessions set status = 'INITIATED', version = version + 1 returning id`,
    )
    for (const { id } of rows) tx.notify(sessionChanged, id)
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
  /** How many reads are held; each has queried the database again before it waits. */
  async held(): Promise<number> {
    const { size } = notifications
    // The embedded database answers in order: after this answer, all earlier queries are done.
    await db.query('select 1')
    return size
  },
  memorySamples,
  processorMs,
  close: () => server.close(),
}
export type MerchantServer = typeof commands

answerBench(commands)
