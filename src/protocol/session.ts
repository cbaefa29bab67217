import { isKind, type Kind } from './kind.ts'
import { type Money, parseMoney } from './money.ts'
import {
  hasMoney,
  isAhead,
  isOutcome,
  type OrderOutcome,
  type Outcome,
  orderOutcomes,
  outcomeOf,
} from './outcome.ts'

export const reviews = ['amount_differs', 'paid_twice', 'order_withdrawn', 'disputed'] as const

/** Why money that came does not settle the order: a person of the shop decides. */
export type Review = (typeof reviews)[number]

/** The public session of docs/protocol.md#the-session, as the page may see it. Carries nothing about payer, instrument or API. */
export interface Session {
  /** A capability: anyone who knows it may read the session. */
  readonly id: string
  readonly kind: Kind
  /** The service's status, unchanged. */
  readonly status: string
  readonly status_details: string | null
  readonly outcome: Outcome
  /** The outcome of all sessions of the order together; `null` if the endpoint does not return it. */
  readonly order_outcome: OrderOutcome | null
  readonly amount: Money | null
  /** The merchant's order id. */
  readonly reference: string | null
  /** The hosted page. `null`: a link request has to ask for it (docs/protocol.md#addresses). */
  readonly redirect_url: string | null
  /** ISO 8601. */
  readonly expires_at: string | null
  /** ISO 8601: when money was first promised or came. `null`, or missing: not, or not any more. */
  readonly paid_at?: string | null
  /** Why a person of the shop must settle the money that came. `null`, or missing: there is nothing to settle. */
  readonly review?: Review | null
}

/** Thrown if an answer of the merchant's endpoint is not a session. `message` says what is wrong with it. */
export class NotASession extends Error {
  override readonly name = 'NotASession'
}

/**
 * Parses a session from unknown JSON. Only `id` and `status` are required, so that a proxy of thirty lines is enough. A
 * missing `outcome` is derived by the table of docs/protocol.md#outcomes. Other missing fields come from `before`, or become `null`.
 *
 * @param before the session as known so far, or only its kind. It also supplies the outcome that a status such as
 *   DISPUTED keeps.
 * @throws {NotASession}
 */
export function parseSession(json: unknown, before?: Partial<Session>): Session {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new NotASession('The endpoint answered something that is not a JSON object.')
  }
  const fields = json as Record<string, unknown>
  const id = text(fields.id)
  const status = text(fields.status)
  if (!id || !status) throw new NotASession('The session needs `id` and `status`, as text.')
  const kind = isKind(fields.kind) ? fields.kind : (before?.kind ?? 'payin')
  const outcome = isOutcome(fields.outcome) ? fields.outcome : outcomeOf(kind, status, before?.outcome)
  return {
    id,
    kind,
    status,
    status_details: text(fields.status_details),
    outcome,
    order_outcome: orderOutcomes.find((outcome) => outcome === fields.order_outcome) ?? null,
    amount: parseMoney(fields.amount) ?? before?.amount ?? null,
    reference: text(fields.reference) ?? before?.reference ?? null,
    // A small proxy may return the address only once. An explicit `null` says that only a link request returns it.
    redirect_url: 'redirect_url' in fields ? text(fields.redirect_url) : (before?.redirect_url ?? null),
    expires_at: text(fields.expires_at) ?? before?.expires_at ?? null,
    // Without money it would say something else than the outcome.
    paid_at: hasMoney(outcome) ? (time(fields.paid_at) ?? before?.paid_at ?? null) : null,
    review: reviews.find((review) => review === fields.review) ?? null,
  }
}

/**
 * The outcome that the order reached by another session; `null` if none. `complete`: this session must not be paid any
 * more. `authorized`: not now, because the other session may still fail.
 */
export function reachedElsewhere({ outcome, order_outcome }: Session): 'authorized' | 'complete' | null {
  return order_outcome &&
    order_outcome !== 'open' &&
    isAhead(order_outcome, hasMoney(outcome) ? outcome : 'open')
    ? order_outcome
    : null
}

/** Why money that came does not fit the order; `null` if it fits. A dispute comes after money that fits. */
export function misfitOf({ review, outcome }: Session): Exclude<Review, 'disputed'> | null {
  return review && review !== 'disputed' && hasMoney(outcome) ? review : null
}

/** Whether the server returns the address of the hosted page only for the recipient's code. */
export function needsCode({ kind, redirect_url }: Session): boolean {
  return kind === 'payout' && redirect_url === null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

/** Text that is a date. Zero is none: some servers write 1970 for a time that is not known. */
function time(value: unknown): string | null {
  const at = text(value)
  return at && Date.parse(at) ? at : null
}
