// The synchronous counterpart of one-payment/recover.ts: brings lost rows back without anybody coming back.
import { call, type World } from '../world.ts'
import { list } from './list.ts'
import { applyListed } from './refresh.ts'

/** Reads everything that the service lists, if rows may be missing. */
export function* recover(world: World): Generator<void, void, void> {
  const gap = world.gap()
  if (gap === null || !world.rules.canClose(gap, world.now)) return
  for (const kind of ['payin', 'payout'] as const) {
    yield
    const startedAt = world.now
    for (const found of call(world, () => world.service.list(null, kind, world.now))) {
      yield
      const order_id = found.reference ?? ''
      const row = [...world.tables.rows.values()].find((each) => each.service_id === found.fetched.id)
      if (!row) yield* list(world, { kind, order_id }, kind)
      else if (row.status !== found.fetched.status)
        yield* applyListed(world, row.id, { fetched: found.fetched, startedAt })
    }
  }
  yield
  world.closeGap(gap)
}
