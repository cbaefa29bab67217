// Stores that a payment does not fit its session (order/rules/mismatch.ts).
import { raise } from '../alerts.ts'
import type { OnOrder } from '../order/on-order.ts'
import { notifyChange, type SessionRow } from '../session/session-row.ts'

/**
 * Stores a mismatch before the payment is processed further.
 * @param decide what differs, from the session as it is under the order's lock
 * @returns whether the alert is new
 */
export function recordMismatch(
  onOrder: OnOrder,
  row: SessionRow,
  decide: (row: SessionRow) => string | null,
  at: Date,
): Promise<boolean> {
  return onOrder(row, async ({ tx, order }) => {
    const now = order.sessions.find(({ id }) => id === row.id)
    const mismatch = now ? decide(now) : null
    if (mismatch === null) return false
    const updated = await tx.query(
      'update payin_checkout.sessions set doubt = $2, version = version + 1, updated_at = $3 where id = $1 and doubt is null returning id',
      [row.id, mismatch, at],
    )
    if (updated.length > 0) notifyChange(tx, row.id)
    return raise(tx, 'amount_differs', { session: row.id }, mismatch, at)
  })
}
