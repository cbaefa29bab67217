// What the four kinds of payment have in common, as one port: the rest of the server knows no kind. Each kind has a file
// of its own beside this one, and the service's documents decide what stands in it.
import type { FrozenRequest, Kind, Money, Settlement } from '../../server/index.ts'
import type { SessionRow } from '../store/session-row.ts'

/** What the service says of a payment, whatever its kind. */
export interface Fetched {
  /** What the service calls it: the id of a payin, a payout or a transaction. */
  readonly id: string
  /** Verbatim. */
  readonly status: string
  readonly details: string | null
  /** An on-ramp's `bankDepositStatus`; `null` for the other kinds. */
  readonly deposit: string | null
  /** `null`: the service names none. */
  readonly amount: Money | null
  /** Where a kind's reads name the currency and not the amount. */
  readonly currency?: string | null
  /** Absent where this kind's reads never tell it: what is known stays. */
  readonly redirectUrl?: string | null
  /** ISO 8601; absent like `redirectUrl`. */
  readonly expiresAt?: string | null
  /** What it echoes of our own marks; absent where a kind's reads echo none. */
  readonly echo?: Echo
}

/** Marks that we gave a payment when we created it, as the service answers them; `null`: it does not. */
export interface Echo {
  /** The `nonce` of the request that made it. Another one than ours: it was made by an attempt whose row is lost. */
  readonly nonce?: string | null
  /** The row's name, which bank transfers carry as `webhookPayload`. */
  readonly row?: string | null
}

/** A payment in one of the service's lists. */
export interface FoundPayment {
  readonly fetched: Fetched
  /** Where its shopper comes back to: the session's id is in it. */
  readonly returnUrl: string | null
  readonly reference: string | null
  /** What was chosen before the hosted page, as far as the service tells it. */
  readonly choice: object | null
}

/** What is new about an attempt, before it becomes a request. */
export interface AttemptIds {
  readonly row: string
  readonly attempt: number
  /** The Idempotency-Key at the service. */
  readonly serviceKey: string
  /** The capability that the page gets. */
  readonly publicId: string
  /** The part of an unsigned webhook's address that nobody can guess. */
  readonly webhookToken: string
  /**
   * Random, and a part of what is sent: should this row be lost and the attempt be made again, the service refuses the
   * second request with 409 instead of answering it, and so the loss is noticed.
   */
  readonly nonce: string
}

/** Where an attempt's request comes from: everything but the ids is known when the shopper presses. */
export type Freeze = (ids: AttemptIds) => FrozenRequest

/** How the server deals with one kind. All calls throw `ServiceError`. */
export interface KindOfPayment {
  /**
   * How a create is made safe. `keyed` (payments-v2): the same key and bytes again lead to the same object.
   * `by_link` (legacy): there is no key, but what was made cannot be paid before somebody has its link.
   */
  readonly sending: 'keyed' | 'by_link'
  /** Whether a read tells the amount, so that one without it is suspicious. */
  readonly tellsAmount: boolean
  /** Sends the frozen request. `null`: the service gives nothing that could be read again yet. */
  create(frozen: FrozenRequest): Promise<Fetched | null>
  /** Everything under a reference, over all pages. Keyed kinds only. */
  findAll?(reference: string): Promise<FoundPayment[]>
  /** A fresh address of the hosted page. Kinds by link only. */
  link?(row: SessionRow): Promise<Link>
  /** Reads it. */
  get(id: string): Promise<Fetched>
  /** For the sweep, where looking is more than reading: `null` when nothing is new. Absent: `get` is enough. */
  look?(row: SessionRow): Promise<Fetched | null>
  /** From when on nothing more is expected of a session of this kind; absent: the service tells the end itself. */
  givesUpAt?(row: SessionRow): number
}

export interface Link {
  readonly url: string
  /** Works once and must never be stored or logged. */
  readonly oneTime: boolean
  /** When the hosted session behind it ends. */
  readonly expiresAt: Date | null
  /** What generating it has made of the payment, by the document. */
  readonly status: string
}

export type Kinds = Readonly<Record<Kind, KindOfPayment>>

/** The legacy document names no end of a transaction that nobody authorized. Money that comes later still counts. */
export const transactionWaitMs = 7 * 24 * 3_600_000

/** What requests need of the configuration. */
export interface RequestConfig {
  readonly publicUrl: string
  readonly settlement: Settlement | null
  readonly payerCountry: string | null
  readonly companyName: string
}

/** Where the shopper comes back to. It holds the capability, so it tells our attempts from all others. */
export const returnUrlOf = (publicUrl: string, publicId: string): string =>
  `${publicUrl}/checkout/return?session=${publicId}`

/** The session's id in an address to come back to; `null` when there is none. */
export function publicIdIn(returnUrl: string | null): string | null {
  return returnUrl !== null && URL.canParse(returnUrl) ? new URL(returnUrl).searchParams.get('session') : null
}
