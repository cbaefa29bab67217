// An outbox with a paid order in it, and other processes of the same shop that work on it.

import { enqueue } from '../../../src/merchant/order/enqueue.ts'
import type { Fulfil } from '../../../src/merchant/orders.ts'
import { createOutbox } from '../../../src/merchant/sync/outbox.ts'
import { useWorld } from './harness.ts'

/** Prepares a shop before each test of a file. */
export function useOutbox() {
  const world = useWorld()

  /** Another process of the same shop, with its own `fulfil`. @param db through which it reaches the database */
  const processWith = (fulfil: Fulfil, db = world().db) => {
    const { clock, merchant } = world()
    return createOutbox({ db, clock, fulfil, whyNotFulfil: async () => null, log: merchant.log })
  }
  /** An order is paid and not yet fulfilled. @returns it with the event that its process would dispatch */
  const stored = async (order = 'A-1001') => {
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
    const event = await db.transaction((tx) => enqueue(tx, 'order_paid', { entry, sessions: [] }, payment))
    if (!event) throw new Error('It was fulfilled before.')
    return { order, session, amount, event }
  }
  /** The same, and the process that stored it is gone for so long that its lease is over. */
  const paid = async (order?: string) => {
    const all = await stored(order)
    await world().db.query(
      'update payin_checkout.outbox set attempts = 0, leased_until = null where id = $1',
      [all.event.id],
    )
    return all
  }
  const waiting = () =>
    world().db.query('select subject from payin_checkout.outbox where done_at is null order by subject')
  const parcels = () => world().db.query('select order_id from parcels')
  return { world, processWith, stored, paid, waiting, parcels }
}
