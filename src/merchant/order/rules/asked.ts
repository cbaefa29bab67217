// The rule about create requests: which session a request gets, which payments must be read at the service first, or why the
// order cannot be paid. A pure function of the order's case. What may be given out of that session is rules/address.ts.
import { type Kind, sameMoney } from '../../../server/index.ts'
import { kindOf } from '../../kinds/kinds.ts'
import { holdsMoney } from '../../session/outcomes.ts'
import { amountOf, isTimeOver, type SessionRow } from '../../session/session-row.ts'
import { countedOf, nextAttemptOf, type OrderCase } from '../case.ts'
import { maxPages, pagesOf } from './address.ts'
import { holdOf } from './standing.ts'

/** A request to pay an order, or to pay money out. */
export interface AskedFact {
  readonly kind: Kind
  /** A hash of what was chosen before the hosted page. Another choice is another attempt. */
  readonly choiceHash: string
  /** The hash when nothing was chosen: then the hosted page lets the shopper choose everything. */
  readonly noChoiceHash: string
  /** A hash of order, kind and choice: one key belongs to one request. */
  readonly requestHash: string
  /**
   * Whether a session was made for the customer who has the order now. The shop may have corrected its payer, or given the number
   * to another customer, and the hosted page shows the payer.
   */
  readonly isOfCustomer: (row: SessionRow) => boolean
  /** What was read at the service so far, for this request. */
  readonly checked: CheckedPayments
}

export interface CheckedPayments {
  readonly sessions: ReadonlySet<string>
  /** Those whose payment the service does not find, although it may exist: nobody is sent to pay it. */
  readonly unread: ReadonlySet<string>
  /** Whether the service's list of the order's reference was read. It also contains payments without a row here. */
  readonly listed: boolean
}

export interface PaymentsToCheck {
  readonly sessions: readonly SessionRow[]
  /** Read the service's list: rows of this order may be missing here. */
  readonly list: boolean
}

/**
 * Why an order cannot be paid. `unknown`: there is no such order. `withdrawn`: it is gone, and has sessions. `key`: the key
 * belongs to another request. `open_elsewhere`: another payout of the reference can still be taken.
 */
export type AskedRefusal = 'unknown' | 'withdrawn' | 'paid' | 'price' | 'key' | 'open_elsewhere' | 'pages'

export type AskedDecision =
  | { readonly do: 'refuse'; readonly why: AskedRefusal }
  | { readonly do: 'check'; readonly payments: PaymentsToCheck }
  | { readonly do: 'create'; readonly attempt: number }
  /**
   * `known`: this key got the session before; `shared`: another key's request made it. `overdue`: so did this one, and its time
   * is over. It is not claimed before the service was asked, because it may have ended and this request then makes a new one.
   */
  | { readonly do: 'use'; readonly row: SessionRow; readonly how: 'known' | 'shared' | 'overdue' }

/** Decides about a create request. @param now ms since 1970 */
export function decideAsked(order: OrderCase, asked: AskedFact, now: number): AskedDecision {
  const { entry, claim, sessions } = order
  if (claim !== null && claim.request_hash !== asked.requestHash) return refuse('key')
  const known = sessions.find(({ id }) => id === claim?.session)
  if (entry === null && !known) return refuse(sessions.length > 0 ? 'withdrawn' : 'unknown')
  const { isPaid, holder } = holdOf(order)
  if (isPaid) return known && holdsMoney(known.outcome) ? use(known, 'known') : refuse('paid')
  if (holder) return decideHeld(asked, holder, known)
  // No hosted page is given out for a session that has ended, so nothing has to be checked.
  if (known && known.outcome !== 'open') return use(known, 'known')
  if (entry === null) return refuse('withdrawn')
  return decideOpen(order, asked, known, now)
}

/** The order has no money, and can be paid. */
function decideOpen(
  order: OrderCase,
  asked: AskedFact,
  known: SessionRow | undefined,
  now: number,
): AskedDecision {
  const counted = countedOf(order)
  const open = counted.filter(({ outcome }) => outcome === 'open')
  const hasPrice = (row: SessionRow) => order.entry !== null && sameMoney(amountOf(row), order.entry.amount)
  if (known && !hasPrice(known)) return refuse('price')
  const fits = (row: SessionRow) =>
    hasPrice(row) && asked.isOfCustomer(row) && !asked.checked.unread.has(row.id)
  const shared = known ?? open.find((row) => isSame(row, asked) && fits(row))
  const payments = paymentsToCheck(
    counted,
    shared?.id ?? null,
    asked.checked,
    isListNeeded(order, asked, counted),
  )
  if (payments) return check(payments)
  if (kindOf(asked.kind).isOneOpenAtATime && !shared && open.length > 0) return refuse('open_elsewhere')
  const chosen = shared && pagesOf(shared, now) > 0 ? shared : withinLimit(asked, counted, shared, fits, now)
  if (chosen === null) return refuse('pages')
  if (chosen === undefined) return { do: 'create', attempt: nextAttemptOf(order, asked.kind) }
  if (chosen.id === known?.id) return use(chosen, 'known')
  return use(chosen, isTimeOver(chosen, now) ? 'overdue' : 'shared')
}

/**
 * The session of a request that would open one more page: its own, none yet (`undefined`), or another one that can be used in
 * its place, because its hosted page lets the shopper choose everything. `null`: too many pages can be paid already.
 */
function withinLimit(
  asked: AskedFact,
  counted: readonly SessionRow[],
  shared: SessionRow | undefined,
  fits: (row: SessionRow) => boolean,
  now: number,
): SessionRow | null | undefined {
  const others = counted.filter((row) => row.id !== shared?.id)
  if (pagesOf(others, now) < maxPages) return shared
  if (!kindOf(asked.kind).takesChoice) return null
  const isOpenToAll = (row: SessionRow) => row.kind === asked.kind && row.choice_hash === asked.noChoiceHash
  return others.find((row) => pagesOf(row, now) > 0 && isOpenToAll(row) && fits(row)) ?? null
}

/**
 * The order has a session with promised money: the request gets that session, whatever is chosen now. So nobody pays twice by
 * choosing again.
 */
function decideHeld(asked: AskedFact, holder: SessionRow, known: SessionRow | undefined): AskedDecision {
  const { yieldsWhenUnanswered, isOneOpenAtATime } = kindOf(asked.kind)
  const isUnanswered = yieldsWhenUnanswered && known?.service_id === null && known.outcome === 'open'
  if (known && !isUnanswered) return use(known, 'known')
  if (isOneOpenAtATime && !isSame(holder, asked)) return refuse('open_elsewhere')
  return use(holder, known?.id === holder.id ? 'known' : 'shared')
}

const isSame = (row: SessionRow, { kind, choiceHash }: AskedFact): boolean =>
  row.kind === kind && row.choice_hash === choiceHash

/** Whether the service's list must be read: it may have payments of which no row exists here. */
function isListNeeded(
  { mayMissRows }: OrderCase,
  { kind, checked }: Pick<AskedFact, 'kind' | 'checked'>,
  counted: readonly SessionRow[],
): boolean {
  return !checked.listed && (mayMissRows || (kindOf(kind).listsBeforeFirstAttempt && counted.length === 0))
}

/**
 * Whether a fetch may find a change in a session. Without a service id there is nothing to fetch: nobody has the hosted
 * page of an attempt whose create was never answered, and an on-ramp gets its id only from a webhook.
 */
export const canHaveChanged = ({ service_id, outcome }: SessionRow): boolean =>
  service_id !== null && !holdsMoney(outcome)

/**
 * The payments that must be read at the service before an address is given out; `null` for none. Also failed and expired ones,
 * because a webhook may be lost, and the service may change its mind. @param except the page's own session
 */
export function paymentsToCheck(
  sessions: readonly SessionRow[],
  except: string | null,
  checked: CheckedPayments,
  isListNeeded: boolean,
): PaymentsToCheck | null {
  const open = sessions.filter(
    (row) => row.id !== except && canHaveChanged(row) && !checked.sessions.has(row.id),
  )
  const list = isListNeeded && !checked.listed
  return open.length > 0 || list ? { sessions: open, list } : null
}

const refuse = (why: AskedRefusal): AskedDecision => ({ do: 'refuse', why })
const check = (payments: PaymentsToCheck): AskedDecision => ({ do: 'check', payments })
const use = (row: SessionRow, how: 'known' | 'shared' | 'overdue'): AskedDecision => ({ do: 'use', row, how })
