// The case of an order: all that the library knows of it, and what the shop says of it now. It is loaded under the order's
// lock, in one exchange with the database. The rules in rules/ decide by nothing else.
import type { Kind, Outcome } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import { sameLedger } from '../kinds/sql.ts'
import type { Asked, Entry, Ledger } from '../orders.ts'
import { isOfOrder } from '../session/attempt-ids.ts'
import { hashOf } from '../session/capability.ts'
import { holdsOrder, type SessionRow } from '../session/session-row.ts'
import { NoId } from '../shop-orders.ts'
import type { Transaction } from '../store/db.ts'
import { together } from '../store/together.ts'
import type { SeenForOrder } from './rules/loss.ts'

/** Which session an idempotency key of the widget got. */
export interface ClaimRow {
  readonly session: string
  readonly request_hash: string
}

export interface OrderCase {
  /** The order as its ledger has it now; `null`: there is none, or it was withdrawn. */
  readonly entry: Entry | null
  /** All attempts of the order, of all kinds, the newest first. Also those that the service refused. */
  readonly sessions: readonly SessionRow[]
  /** The attempts of other orders that had the same id. Only their numbers count: no number is used twice. */
  readonly ofOtherOrders: readonly SessionRow[]
  /** What the key of the request got; `null` when the key is new, or the fact has none. */
  readonly claim: ClaimRow | null
  /** Whether rows of the order may be missing, because the database was restored or has failed over. */
  readonly mayMissRows: boolean
}

export interface CaseParts {
  readonly installation: string
  readonly ledger: Pick<Ledger, 'find'>
  /** Whether rows of an order may be missing (one-payment/lost-row-detector.ts). */
  readonly lostRows: {
    read(tx: Transaction, order: string): Promise<SeenForOrder>
    mayBeMissing(tx: Transaction, order: string, seen: SeenForOrder, entry: Entry | null): Promise<boolean>
  }
}

/** What a case is loaded for. */
export interface CaseSubject {
  readonly kind: Kind
  readonly order_id: string
  /** The session that it is about; absent for the order that has the id now. */
  readonly id?: string
  /** The idempotency key of a create request. */
  readonly key?: string
  /** What the page asked. */
  readonly asked?: Asked
}

/**
 * Loads the case of an order. Call it under the order's lock.
 * @param also reads what else is needed, in the same exchange with the database
 * @throws {NoId} when the shop's column cannot hold the id: then the transaction has failed
 */
export async function loadCase<Also>(
  tx: Transaction,
  { installation, ledger, lostRows }: CaseParts,
  { kind, order_id, id, key, asked }: CaseSubject,
  also: (tx: Transaction) => Promise<Also>,
): Promise<{ readonly order: OrderCase; readonly also: Also }> {
  // The shop's own lock is taken as well: the order's price and state must not change during this transaction.
  const [entry, sessions, claims, seen, more] = await together(
    tx,
    () => ledger.find(tx, order_id, asked),
    () =>
      tx.query<SessionRow>(
        `select * from payin_checkout.sessions where order_id = $1 and ${sameLedger('kind', '$2')}
         order by created_at desc, attempt desc`,
        [order_id, kind],
      ),
    () =>
      key === undefined
        ? Promise.resolve([])
        : tx.query<ClaimRow>(
            'select session, request_hash from payin_checkout.session_claims where key_hash = $1',
            [hashOf(key)],
          ),
    () => lostRows.read(tx, order_id),
    () => also(tx),
  )
  const mayMissRows = await lostRows.mayBeMissing(tx, order_id, seen, entry)
  const claim = claims[0] ?? null
  const about = id ?? claim?.session
  const session = sessions.find((row) => row.id === about)
  const isOfEntry = (row: SessionRow) => entry !== null && isOfOrder(installation, row, entry)
  return { order: caseOf({ entry, sessions, claim, mayMissRows }, session, isOfEntry), also: more }
}

/**
 * The case of one order. An id is not an order: when the shop's numbers go back, another order gets an id that has payments
 * already.
 * @param all what is known of the id
 * @param about the session that the case is about; absent for the order that has the id now
 * @param isOfEntry whether a session is of the order that has the id now; none is while no order has it
 */
export function caseOf(
  { entry, sessions, ...all }: Omit<OrderCase, 'ofOtherOrders'>,
  about: SessionRow | undefined,
  isOfEntry: (row: SessionRow) => boolean,
): OrderCase {
  const isGone = about !== undefined && !isOfEntry(about)
  const isOfCase = (row: SessionRow) =>
    isGone ? !isOfEntry(row) && hasSameTime(row, about) : entry === null || isOfEntry(row)
  const own = sessions.filter(isOfCase)
  // An order keeps the time that it had at its first session, also when the shop corrects it: all its sessions have one time.
  const known = own.find(({ placed_at }) => placed_at !== null)?.placed_at
  return {
    ...all,
    entry: isGone || entry === null ? null : { ...entry, placedAt: known ?? entry.placedAt },
    sessions: own,
    ofOtherOrders: sessions.filter((row) => !isOfCase(row)),
  }
}

/** Whether two sessions of an id may be of one order: all sessions of an order have one time. The query of `ShownRow` asks the same. */
const hasSameTime = (row: SessionRow, other: SessionRow): boolean =>
  row.placed_at === null || other.placed_at === null || row.placed_at.getTime() === other.placed_at.getTime()

/** For an id that no column of the shop can hold: the ledger has no such order. */
export const withoutEntry = (ledger: Ledger): Ledger => ({ ...ledger, find: async () => null })

export const isNoId = (error: unknown): boolean => error instanceof NoId

/** The attempts that count: the service did not refuse them. */
export const countedOf = ({ sessions }: Pick<OrderCase, 'sessions'>): readonly SessionRow[] =>
  sessions.filter(({ rejected_at }) => rejected_at === null)

/** What the order has reached by any of its sessions. */
export function orderOutcomeOf({
  sessions,
}: Pick<OrderCase, 'sessions'>): Extract<Outcome, 'open' | 'authorized' | 'complete'> {
  if (sessions.some(({ outcome }) => outcome === 'complete')) return 'complete'
  return sessions.some(holdsOrder) ? 'authorized' : 'open'
}

/** The number of the next attempt of a kind. */
export const nextAttemptOf = (
  { sessions, ofOtherOrders }: Pick<OrderCase, 'sessions' | 'ofOtherOrders'>,
  kind: Kind,
): number =>
  1 +
  Math.max(
    0,
    ...[...sessions, ...ofOtherOrders].filter((row) => row.kind === kind).map(({ attempt }) => attempt),
  )

/** The name under which an order is locked. Orders and payouts may have the same id. */
export const lockNameOf = ({ kind, order_id }: Pick<CaseSubject, 'kind' | 'order_id'>): string =>
  `${kindOf(kind).ledger} ${order_id}`
