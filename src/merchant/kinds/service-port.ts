// The calls to the service, as one port for all kinds. Facts about a kind that need no call are in kind.ts.
import type { FrozenRequest, Kind, Money } from '../../server/index.ts'

/** A payment as the service returned it, in one form for all kinds. */
export interface Fetched {
  /** The id at the service: of a payin, a payout or a transaction. */
  readonly id: string
  /** The service's status, unchanged. */
  readonly status: string
  readonly details: string | null
  /** An on-ramp's `bankDepositStatus`; `null` for the other kinds. */
  readonly deposit: string | null
  /** `null` when the answer contains none. */
  readonly amount: Money | null
  /** For kinds whose reads contain the currency and no amount. */
  readonly currency?: string | null
  /** Absent when reads of this kind never contain it: then the known address stays. */
  readonly redirectUrl?: string | null
  /** ISO 8601; absent in the same cases as `redirectUrl`. */
  readonly expiresAt?: string | null
  /** The markers of ours that the service returns; absent for kinds whose reads return none. */
  readonly echoed?: EchoedFields
}

/** Markers that we sent when we created the payment, as the service returns them; `null` when it does not. */
export interface EchoedFields {
  /** The `nonce` of the request that made it. If it is not ours, an attempt whose row is lost made the payment. */
  readonly nonce?: string | null
  /** The order's reference. */
  readonly reference?: string | null
  /** The row id, which bank transfers return as `webhookPayload`. */
  readonly row?: string | null
}

/** A payment from a list of the service, or from a signed webhook. */
export interface FoundPayment {
  readonly fetched: Fetched
  /** The return_url; it contains the session's public id. */
  readonly returnUrl: string | null
  readonly reference: string | null
  /** The choice made before the hosted page, as far as the service returns it. */
  readonly choice: object | null
  /** ISO 8601. */
  readonly createdAt: string | null
}

/**
 * A payment that the service lists and that cannot be read: it has no id, or neither the list nor the payment itself has a
 * status. It may hold money (order/unreadable.ts).
 */
export type UnreadablePayment = Pick<FoundPayment, 'returnUrl' | 'reference' | 'createdAt'>

export interface FoundPayments {
  readonly payments: readonly FoundPayment[]
  /** Mostly empty. */
  readonly unreadable: readonly UnreadablePayment[]
}

/** The fields of a session that calls to the service need. */
export interface SessionAtService {
  readonly service_id: string | null
  readonly status: string
  readonly request_body: string | null
}

/** The calls of one kind. All of them throw `ServiceError`. */
export interface ServicePort {
  /** Sends the frozen request. `null` when nothing exists at the service yet that could be read. */
  create(frozen: FrozenRequest): Promise<Fetched | null>
  /** All payments of a reference, from all pages. Only for kinds that the service lists. */
  findAll?(reference: string): Promise<FoundPayments>
  /** Reads one payment with all that a list shows of it. Only for kinds that the service lists. */
  find?(id: string): Promise<FoundPayment>
  /** All payments of the account, page by page. Only for kinds that the service lists, in no documented order. */
  listAll?(): AsyncIterable<FoundPayments>
  /** Makes a new address of the hosted page. Only for kinds that are sent by link. */
  link?(session: SessionAtService): Promise<Link>
  /** Reads one payment. */
  get(id: string): Promise<Fetched>
  /**
   * For the sweep: has the service update the payment, and reads it. `null` when nothing has changed. Absent when `get` is
   * enough.
   */
  poll?(session: SessionAtService): Promise<Fetched | null>
}

export interface Link {
  readonly url: string
  /** Whether it works only once. Such a link must not be stored or logged. */
  readonly oneTime: boolean
  /** When the hosted session behind it ends. */
  readonly expiresAt: Date | null
  /** The payment's status after the link was made, by the document. */
  readonly status: string
}

export type ServicePorts = Readonly<Record<Kind, ServicePort>>
