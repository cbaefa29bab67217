// How the rest of the server reaches the service for a payment: one port for all kinds, whose calls differ by kind. What a
// kind is, without any call, stands in kind.ts.
import type { FrozenRequest, Kind, Money } from '../../server/index.ts'

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
  /** What it echoes of our own marks; absent where a kind's reads echoed none. */
  readonly echoed?: EchoedFields
}

/** Marks that we gave a payment when we created it, as the service answers them; `null`: it does not. */
export interface EchoedFields {
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

/** Of a session, what a call to the service needs. */
export interface SessionAtService {
  readonly service_id: string | null
  readonly status: string
  readonly request_body: string | null
}

/** The calls of one kind. All of them throw `ServiceError`. */
export interface ServicePort {
  /** Sends the frozen request. `null`: the service gives nothing that could be read again yet. */
  create(frozen: FrozenRequest): Promise<Fetched | null>
  /** Everything under a reference, over all pages. Kinds that the service lists only. */
  findAll?(reference: string): Promise<FoundPayment[]>
  /** A fresh address of the hosted page. Kinds by link only. */
  link?(session: SessionAtService): Promise<Link>
  /** Reads it. */
  get(id: string): Promise<Fetched>
  /** For the sweep, where looking is more than reading: `null` when nothing is new. Absent: `get` is enough. */
  poll?(session: SessionAtService): Promise<Fetched | null>
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

export type ServicePorts = Readonly<Record<Kind, ServicePort>>
