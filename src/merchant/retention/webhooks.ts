// Deletes webhooks that were processed long ago. Their effect is in the session's row, so a replayed one is compared with that
// row: it is outdated, or the payment is fetched.
import type { Db } from '../store/db.ts'
import type { Cleaned } from './sessions.ts'

/**
 * Two kinds stay for ever. One that was given up, because an alert asks a person to check it. And one of a dispute, because a
 * replay of it would raise an alert as if it were a new dispute.
 */
const isDeletable = `processed_at is not null and result is distinct from 'given_up' and status is distinct from 'DISPUTED'`

/**
 * Deletes some webhooks that were processed before a time, oldest first. Several instances may do this at once.
 * @param most how many
 */
export async function deleteOldWebhooks(db: Db, before: Date, most: number): Promise<Cleaned> {
  const gone = await db.query(
    `delete from payin_checkout.webhook_events where hash in (
       select hash from payin_checkout.webhook_events where processed_at <= $1 and ${isDeletable}
       order by processed_at limit $2 for update skip locked
     ) returning 1`,
    [before, most],
  )
  return { count: gone.length, isMore: gone.length === most }
}
