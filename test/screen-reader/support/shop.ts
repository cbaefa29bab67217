// The shop of the journeys: the demo shop, its merchant server and the sandbox, with new orders.
import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPglite } from '../../../src/merchant/store/pglite.ts'
import { World } from '../../journeys/support/opened-world.ts'
import seedDatabase, { copySeededDatabase } from '../../journeys/support/seeded-database.ts'

/**
 * One order for each journey. Because of their amounts, the first and the fifth stay authorized until `complete`, and the
 * fourth expires in a minute.
 */
const orders = {
  'H-1': '66.12',
  'H-2': '49.90',
  'H-3': '49.90',
  'H-4': '66.10',
  'H-5': '66.12',
  'H-6': '49.90',
}
/** The status of an order's payment at which the shop raises its price. */
const raisedAt = { 'H-5': 'AUTHORIZED', 'H-6': 'INITIATED' }
/** Long enough to announce the new window before the hosted page has loaded. */
const createTakesMs = 2_000
const reachesWithinMs = 180_000

export interface Shop {
  readonly world: World
  /** Completes the payment of an order at the service. */
  complete(order: string): Promise<void>
  /** Waits until an order's payment has this status at the service. */
  reaches(order: string, status: string): Promise<void>
  close(): Promise<void>
}

/** Starts the shop, the merchant server and the sandbox. */
export async function openShop(): Promise<Shop> {
  const removeSeeded = await seedDatabase()
  const dataDir = await copySeededDatabase()
  const db = await openPglite(dataDir)
  for (const [id, amount] of Object.entries(orders))
    await db.query(
      `insert into orders (id, title, amount_value, amount_currency, payer_email, payer_first_name, payer_last_name)
       values ($1, 'Lantern', $2, 'EUR', $3, 'Ada', 'Lovelace')`,
      [id, amount, `${id}@shop.example`],
    )
  await db.query(
    `create function raise_price() returns trigger language plpgsql as
     $$ begin update orders set amount_value = '70.00' where id = new.order_id; return new; end $$`,
  )
  for (const [id, status] of Object.entries(raisedAt))
    await db.query(
      `create trigger "raise_${id}" after update on payin_checkout.sessions for each row
         when (new.order_id = '${id}' and new.status = '${status}') execute function raise_price()`,
    )
  await db.close()
  const world = await World.open(dataDir)
  await world.addFault({ fault: 'latency', ms: createTakesMs, operations: ['createPayin'] })
  return {
    world,
    async complete(order) {
      const { payins } = await world.sandboxState()
      const id = payins.find(({ reference }) => reference === order)?.id
      const response = await fetch(`${world.sandbox}/sandbox/payins/${id}/status`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ status: 'COMPLETED' }),
      })
      if (!response.ok) throw new Error(await response.text())
    },
    async reaches(order, status) {
      for (const end = performance.now() + reachesWithinMs; ; await sleep(100)) {
        const { payins } = await world.sandboxState()
        const found = payins.filter(({ reference }) => reference === order).map((payin) => payin.status)
        if (found.includes(status)) return
        if (performance.now() > end) throw new Error(`${order} is ${found}, not ${status}.`)
      }
    },
    async close() {
      await world.close()
      await rm(dataDir, { recursive: true, force: true })
      await removeSeeded()
    },
  }
}
