// An outbox with a paid order in it, and other processes of the same shop that work on it.

import { enqueue } from '../../../src/merchant/order/enqueue.ts'
import type { Fulfil } from '../../../src/merchant/orders.ts'
import { createOutbox } from '../../../src/merchant/sync/outbox.ts'
import { useWorld } from './harness.ts'

/** Prepares a shop before each test of a file. */
export function useOutbox() {
  const world = useWorld()

  /** Another process of the same shop, with its own `fulfil`. */
  const processWith = (fulfil: Fulfil) => {
    const { db, clock, merchant } = world()
    return createOutbox({ db, clock, fulfil, log: merchant.log })
  }
  /** An order is paid and not yet fulfilled. */
  const paid = async (order = 'A-1001') => {
    const { pay, db, clock } = world()
    await pay(order)
    const [row] = await db.query<{ id: string }>(
      'select id from payin_checkout.sessions where order_id = $1',
      [order],
    )
    const amount = { value: '49.90', currency: 'EUR' }
    const session = row?.id ?? ''
    const payment = { id: session, kind: 'payin', amount, at: new Date(clock.now()) } as const
    const entry = {
      ...{ id: order, ownId: order, reference: order, amount },
      ...{ payer: null, paidBy: null, placedAt: null, legacy: null },
    }
    await db.transaction((tx) => enqueue(tx, 'order_paid', { entry, sessions: [] }, payment))
    return { order, session, amount }
  }
  const waiting = () =>
    world().db.query('select subject from payin_checkout.outbox where done_at is null order by subject')
  const parcels = () => world().db.query('select order_id from parcels')
  return { world, processWith, paid, waiting, parcels }
}
