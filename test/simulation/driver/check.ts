// The synchronous counterpart of one-payment/earlier-payments.ts: reads the earlier payments of an order.
import { listedKindFor } from '../../../src/merchant/kinds/kinds.ts'
import type { PaymentsToCheck } from '../../../src/merchant/order/rules/asked.ts'
import { notFound, type World } from '../world.ts'
import { list } from './list.ts'
import { refresh } from './refresh.ts'
import { apiKeyHash, type Subject } from './tables.ts'

export interface Checked {
  readonly sessions: Set<string>
  readonly unread: Set<string>
  listed: boolean
}

export const nothingChecked = (): Checked => ({ sessions: new Set(), unread: new Set(), listed: false })

/** Reads these payments, and applies every answer. */
export function* checkEarlierPayments(
  world: World,
  subject: Subject,
  { sessions, list: isListNeeded }: PaymentsToCheck,
  checked: Checked,
): Generator<void, void, void> {
  const kind = listedKindFor(subject.kind)
  let listed: ReadonlySet<string> = new Set()
  if (isListNeeded || sessions.filter((row) => row.kind === kind).length > 1) {
    const known = sessions.map(({ fetch_started_at }) => fetch_started_at?.getTime() ?? 0)
    listed = yield* list(world, subject, kind, Math.max(world.now, ...known))
    checked.listed = true
  }
  for (const row of sessions) {
    if (listed.has(row.id)) continue
    try {
      yield* refresh(world, row.id)
    } catch (error) {
      if (error !== notFound || !world.rules.mayBeUnread(row, apiKeyHash, world.now)) throw error
    }
  }
  for (const { id } of sessions) checked.sessions.add(id)
  for (const id of listed) checked.sessions.add(id)
}
