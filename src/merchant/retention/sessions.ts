// Cleans sessions that have been over for long. Their public ids, idempotency keys and fulfilled outbox events are deleted,
// and in the row everything that is not about money. The small row stays for ever. It prevents a second payment of its
// order, a second payout of its reference and a second fulfilment, and money that comes late finds its order by it.
// So a cleaned session never looks like one that a restored database has lost (one-payment/lost-row-detector.ts).
//
// Cleaning never waits for a lock: locked rows are left for another round. Its own locks do not block create requests, and
// are held for some milliseconds.
import { isDisputed, isSentByKey } from '../kinds/sql.ts'
import { clean, deleteDependents, hasNo, lookLater, wasNeverSent } from '../order/write/keys.ts'
import { dayMs } from '../settings/keep-for.ts'
import type { Db } from '../store/db.ts'

/**
 * The session is over for long: the service's final status was read, no change is expected, no event has to be carried out,
 * and no alert waits for a person: one about a doubt or a dispute was settled. A payin or payout whose create was never answered does not count as over: its id may
 * still come in a webhook, and only this row tells whose it is.
 */
const isOver = `(s.outcome in ('complete', 'failed', 'expired') or ${wasNeverSent}) and s.next_check_at is null
  and s.updated_at <= $1 and (s.doubt is null or not ${hasNo('alerts', 'true')})
  and not (${isDisputed('s')} and s.settled_as is distinct from 'refunded')
  and (s.service_id is not null or s.rejected_at is not null or s.first_sent_at is null or not ${isSentByKey('s.kind')})
  and ${hasNo('alerts', 'x.settled_at is null')}
  and ${hasNo('outbox', 'x.done_at is null or x.done_at > $1')}
  and ${hasNo('webhook_events', 'x.processed_at is null')}`

export interface Cleaned {
  /** How many sessions were cleaned. */
  readonly count: number
  /** Whether more may be due. */
  readonly isMore: boolean
}

/**
 * Cleans some sessions that were over before a time, oldest first. Several instances may do this at once.
 * @param before a session that changed after this time stays as it is
 * @param most how many sessions are checked
 */
export function cleanSessions(db: Db, now: Date, before: Date, most: number): Promise<Cleaned> {
  return db.transaction(async (tx) => {
    const checked = await tx.query<{ id: string; isOver: boolean }>(
      `select s.id, ${isOver} as "isOver" from payin_checkout.sessions s
       where s.cleaned_at is null and coalesce(s.looked_at, s.created_at) <= $1
       order by coalesce(s.looked_at, s.created_at) limit $2 for no key update of s skip locked`,
      [before, most],
    )
    const over = checked.filter(({ isOver }) => isOver).map(({ id }) => id)
    const others = checked.filter(({ isOver }) => !isOver).map(({ id }) => id)
    // So that a session that never ends is not looked at in every round.
    await lookLater(tx, others, new Date(before.getTime() + dayMs))
    const areAllGone = await deleteDependents(tx, over)
    const count = await clean(tx, over, now)
    return { count, isMore: checked.length === most || !areAllGone }
  })
}
