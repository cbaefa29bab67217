import { isKind, type Kind } from './kind.ts'
import { type Money, parseMoney } from './money.ts'
import { isOutcome, type OrderOutcome, type Outcome, orderOutcomes, outcomeOf } from './outcome.ts'
import { parseRedirectUrl } from './safe-url.ts'

/** The public session of PROTOCOL §2, as the page may see it. Carries nothing about payer, instrument or API. */
export interface Session {
  /** A capability: who knows it may read the session. */
  readonly id: string
  readonly kind: Kind
  /** The service's own word, verbatim. */
  readonly status: string
  readonly status_details: string | null
  readonly outcome: Outcome
  /** What the order has reached by any of its sessions; `null` where the endpoint does not say. */
  readonly order_outcome: OrderOutcome | null
  readonly amount: Money | null
  /** The merchant's order id. */
  readonly reference: string | null
  readonly redirect_url: string | null
  /** ISO 8601. */
  readonly expires_at: string | null
}

/** Thrown when an answer of the merchant's endpoint is not a session; `message` says what was wrong with it. */
export class NotASession extends Error {
  override readonly name = 'NotASession'
}

/**
 * Reads a session out of unknown JSON. Only `id` and `status` are required, so that a thirty-line proxy will do;
 * a missing `outcome` is derived by the table of PROTOCOL §2, every other missing field becomes `null`.
 *
 * @param before the session as it was known, or the kind that was asked for; gives what an answer leaves out and what
 *   DISPUTED keeps
 * @throws {NotASession}
 */
export function parseSession(json: unknown, before?: Partial<Session>): Session {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw new NotASession('The endpoint answered something that is not a JSON object.')
  }
  const fields = json as Record<string, unknown>
  const id = text(fields.id)
  const status = text(fields.status)
  if (!id) throw new NotASession('The session has no `id`. It must be a non-empty string.')
  if (!status) throw new NotASession('The session has no `status`. It must be a non-empty string.')
  const kind = isKind(fields.kind) ? fields.kind : (before?.kind ?? 'payin')
  const outcome = fields.outcome
  return {
    id,
    kind,
    status,
    status_details: text(fields.status_details),
    outcome: isOutcome(outcome) ? outcome : outcomeOf(kind, status, before?.outcome),
    order_outcome: isOrderOutcome(fields.order_outcome) ? fields.order_outcome : null,
    amount: parseMoney(fields.amount) ?? before?.amount ?? null,
    reference: text(fields.reference) ?? before?.reference ?? null,
    // A small proxy may tell the address only once. `null` takes it back: the order is paid or promised by another payment.
    redirect_url: 'redirect_url' in fields ? text(fields.redirect_url) : (before?.redirect_url ?? null),
    expires_at: text(fields.expires_at) ?? before?.expires_at ?? null,
  }
}

/**
 * What the order has reached by another session than this one; `null`: nothing. Then this one is not to be paid any more,
 * or not now: a promise can be broken.
 */
export function reachedElsewhere({ outcome, order_outcome }: Session): 'authorized' | 'complete' | null {
  const own = orderOutcomes[outcome]
  return own !== order_outcome && order_outcome !== 'open' && own !== 'complete' ? order_outcome : null
}

const isOrderOutcome = (value: unknown): value is OrderOutcome =>
  value === 'open' || value === 'authorized' || value === 'complete'

/** Tells whether the address of the session's hosted page is given out only for the code that its recipient knows. */
export function needsCode({ kind, redirect_url }: Session): boolean {
  return kind === 'payout' && redirect_url === null
}

/** Tells whether each opening of the hosted page needs a fresh address: an on-ramp's link works once (FACTS 21). */
export function needsLink(session: Session): boolean {
  return session.kind === 'on_ramp' || needsCode(session)
}

/** Tells whether a hosted page can be opened for the session. */
export function hasHostedPage(session: Session): boolean {
  return !reachedElsewhere(session) && (needsLink(session) || parseRedirectUrl(session.redirect_url) !== null)
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
