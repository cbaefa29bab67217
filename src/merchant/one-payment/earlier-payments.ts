// Before a hosted page of an order is given out, every other payment of the order that could have been paid meanwhile is
// checked at the service. That includes failed and expired ones, because a webhook may be lost, and the service may change
// its mind.
import type { Kind } from '../../server/index.ts'
import { listedKindFor } from '../kinds/kinds.ts'
import type { Fetched, FoundPayment, ServicePorts } from '../kinds/service-port.ts'
import type { Log } from '../log.ts'
import { lockNameOf } from '../order/case.ts'
import type { PaymentsToCheck } from '../order/rules/asked.ts'
import { isUnread } from '../order/rules/forgotten.ts'
import { isKnownEnd } from '../order/rules/merge.ts'
import { unreadableError, waitsForUnreadable } from '../order/unreadable.ts'
import { parseTime } from '../session/parse-time.ts'
import type { SessionRow } from '../session/session-row.ts'
import { createFlights } from '../single-flight.ts'
import type { Queries } from '../store/db.ts'
import type { Recognize, Subject } from './adopt.ts'

/** What was checked so far for one create request. */
export interface CheckedSoFar {
  readonly sessions: Set<string>
  readonly unread: Set<string>
  listed: boolean
}

/** One payment of the service's list, as an update of its session. */
export interface Listed {
  readonly fetched: Fetched
  /** When the list was requested, in milliseconds since 1970. */
  readonly fetchStartedAt: number
  readonly source: 'lookup'
  /** Every payment of the order that the service lists was read. */
  readonly isListed?: true
}

/**
 * Reads every payment that the service lists for an order, and applies each. For those that cannot be read it raises an alert.
 * @param from where it is read; by default with the priority of a shopper's call
 */
export type ReadOrdersList = (
  subject: Subject,
  kind: Kind,
  reference: string,
  fetchStartedAt?: number,
  from?: ServicePorts,
) => Promise<ReadOrder>

interface ReadOrder {
  /** The ids of the sessions of the payments. */
  readonly sessions: ReadonlySet<string>
  /** Whether the order has to wait for a person, because of a payment that cannot be read. */
  readonly waits: boolean
}

export interface EarlierPaymentParts {
  readonly ports: ServicePorts
  /** Writes a payment of the list into its session (sync/apply.ts). */
  readonly apply: (session: SessionRow, listed: Listed) => Promise<unknown>
  /** Fetches the payment of one session and applies it (sync/refresh.ts). */
  readonly refresh: (session: string, source: 'lookup') => Promise<unknown>
  readonly recognize: Recognize
  /** Of the present API key. */
  readonly apiKeyHash: string
  readonly db: Queries
  readonly log: Log
  readonly now: () => number
}

export type CheckEarlierPayments = ReturnType<typeof createEarlierPaymentCheck>['checkEarlierPayments']

/** Makes the functions that check the payments, and apply every answer. */
export function createEarlierPaymentCheck(parts: EarlierPaymentParts) {
  const { ports, apply, refresh, recognize, now } = parts
  const lists = createFlights<ReadOrder>()

  const readOrdersList: ReadOrdersList = (subject, kind, reference, fetchStartedAt = now(), from = ports) =>
    lists.next(`${lockNameOf(subject)} ${reference}`, async () => {
      const { payments = [], unreadable = [] } = (await from[kind].findAll?.(reference)) ?? {}
      // All rows first, then their money: the oldest payment pays the order, in whatever order rows and statuses were lost.
      const known = await findKnown(parts.db, kind, payments)
      const rows: [SessionRow, Fetched][] = []
      for (const each of payments.toSorted(byCreation)) {
        const row = known(each) ?? (await recognize(subject, kind, each))
        if (row) rows.push([row, each.fetched])
      }
      // An order may have hundreds of attempts that have failed, and nothing is new about them.
      const news = rows.filter(([row, fetched]) => !isKnownEnd(row, fetched))
      for (const [row, fetched] of news)
        await apply(row, { fetched, fetchStartedAt, source: 'lookup', isListed: true })
      const waits = await waitsForUnreadable(parts, kind, subject.order_id, reference, unreadable)
      return { sessions: new Set(rows.map(([{ id }]) => id)), waits }
    })

  async function fetchOne(row: SessionRow): Promise<void> {
    try {
      await refresh(row.id, 'lookup')
    } catch (error) {
      if (!isUnread(error, row, parts.apiKeyHash, now())) throw error
    }
  }

  /**
   * @param reference the order's reference at the service
   * @throws {ServiceError} when not everything could be checked: then no hosted page may be given out
   */
  async function checkEarlierPayments(
    subject: Subject,
    reference: string,
    { sessions, list: isListNeeded }: PaymentsToCheck,
    checked: CheckedSoFar,
  ): Promise<void> {
    const kind = listedKindFor(subject.kind)
    const listable = sessions.filter((row) => row.kind === kind)
    let listedIds: ReadonlySet<string> = new Set()
    // One list replaces many reads.
    if (isListNeeded || listable.length > 1) {
      // Not before the last known fetch, even if that came from an instance whose clock is ahead of ours.
      const known = sessions.map(({ fetch_started_at }) => fetch_started_at?.getTime() ?? 0)
      const read = await readOrdersList(subject, kind, reference, Math.max(now(), ...known))
      if (read.waits) throw unreadableError()
      listedIds = read.sessions
      checked.listed = true
    }
    await Promise.all(sessions.filter(({ id }) => !listedIds.has(id)).map(fetchOne))
    for (const { id } of [...sessions]) checked.sessions.add(id)
    for (const id of listedIds) checked.sessions.add(id)
  }

  return { checkEarlierPayments, readOrdersList }
}

/** Makes the function that finds the session of one of these payments. */
export async function findKnown(db: Queries, kind: Kind, content: readonly FoundPayment[]) {
  const rows = await db.query<SessionRow>(
    'select * from payin_checkout.sessions where kind = $1 and lower(service_id) = any($2::text[])',
    [kind, content.map(idOf)],
  )
  const sessions = new Map(rows.map((row) => [row.service_id?.toLowerCase(), row]))
  return (found: FoundPayment) => sessions.get(idOf(found))
}

const idOf = ({ fetched }: FoundPayment): string => fetched.id.toLowerCase()

const byCreation = (a: FoundPayment, b: FoundPayment): number =>
  (parseTime(a.createdAt)?.getTime() ?? 0) - (parseTime(b.createdAt)?.getTime() ?? 0)

export const nothingChecked = (): CheckedSoFar => ({
  sessions: new Set(),
  unread: new Set(),
  listed: false,
})
