// Webhooks that were worked through long ago. What they told is in the session's row, so one that is played again later is
// judged by that: it is old news, or the service is asked.
import type { Db } from '../store/db.ts'
import type { Cleaned } from './sessions.ts'

/**
 * Two kinds stay for ever. One that was given up: a person has been told to look at it. And that of a dispute: played again,
 * a person would be told of it as of another one.
 */
const mayGo = `processed_at is not null and result is distinct from 'given_up' and word is distinct from 'DISPUTED'`

/**
 * Forgets some webhooks that were worked through before a time, the oldest first. Several instances may do so at once.
 * @param most how many
 */
export async function deleteOldWebhooks(db: Db, before: Date, most: number): Promise<Cleaned> {
  const gone = await db.query(
    `delete from payin_checkout.webhook_events where hash in (
       select hash from payin_checkout.webhook_events where processed_at <= $1 and ${mayGo}
       order by processed_at limit $2 for update skip locked
     ) returning 1`,
    [before, most],
  )
  return { count: gone.length, isMore: gone.length === most }
}
