// A model of the payment service without HTTP: what its documents say, and what they leave open. Reads may be behind, ended
// payments may come back, keys are forgotten after 24 hours, and payments that nobody has paid may be lost.
import { hostedSessionMs } from '../../src/merchant/kinds/links.ts'
import type { Fetched, FoundPayment } from '../../src/merchant/kinds/service-port.ts'
import type { Kind, Money } from '../../src/server/index.ts'

const minuteMs = 60_000

/** One entry of a payment's history. `seq` orders everything that happens in a world. */
export interface Moment {
  readonly at: number
  readonly seq: number
  readonly status: string
  readonly deposit: string | null
}

/** What the merchant sent to make a payment. */
export interface Intent {
  readonly kind: Kind
  readonly order: string
  readonly amount: Money
  /** The row of the session, and its public id: both are in the request. */
  readonly row: string
  readonly publicId: string
  readonly nonce: string
  readonly method: string | null
  /** Whose order it was made for. The merchant does not know this number: the simulation judges by it. */
  readonly customer: number
}

export interface Payment extends Intent {
  readonly id: string
  readonly expiresAt: number
  /** The same as text; `null`: it does not expire. */
  readonly expires: string | null
  readonly history: Moment[]
  /** Whether the service reopened it after an end. Then it is not the merchant's fault that it can be paid again. */
  revived: boolean
  /** Whether the service has lost it: no read finds it, and nobody can pay it. */
  forgotten: boolean
  /** How the payment of an on-ramp differs from the merchant's request. */
  mistake: OnRampMistake
}

/** The link of an on-ramp. Its payment exists once somebody pays. */
export interface OnRampLink extends Intent {
  readonly url: string
  readonly at: number
  payment: Payment | null
}

export type OnRampMistake = 'amount' | 'currency' | 'marker' | null

export interface Webhook {
  /** Whether it was processed. The service does not send it again. */
  isReceived: boolean
  readonly payment: Payment
  readonly status: string
  /** As an unsigned webhook names them. */
  readonly amount: string | null
  readonly currency: string | null
  readonly marker: string
}

export const latest = ({ history }: Payment): Moment => history[history.length - 1] as Moment
const firstOf = ({ history }: Payment): Moment => history[0] as Moment
export const pageOf = ({ id }: Payment): string => `https://pay.example/${id}`

const openStatuses = ['CREATED', 'INITIATED', 'INTENT', 'STARTED']
const promisedStatuses = ['AUTHORIZED', 'SETTLED', 'COMPLETED', 'PROCESSING', 'DISPUTED']
export const isEnd = ({ status, deposit }: Moment): boolean =>
  deposit === 'FAILED' || status === 'FAILED' || status === 'EXPIRED' || status === 'FAILED_INTENT'
export const isPromised = ({ status, deposit }: Moment): boolean =>
  deposit !== 'FAILED' && promisedStatuses.includes(status)
export const isPayable = (payment: Payment): boolean =>
  !payment.forgotten && openStatuses.includes(latest(payment).status)
/** Whether its money has come for good. */
export const isComplete = (payment: Payment): boolean =>
  latest(payment).status === (payment.kind === 'bank_transfer' ? 'AUTHORIZED' : 'COMPLETED')

/** Whether somebody who has the link can pay on it. */
export const isLinkOpen = (link: OnRampLink, now: number): boolean =>
  link.payment === null && now - link.at <= hostedSessionMs

export class Service {
  readonly payments: Payment[] = []
  readonly links: OnRampLink[] = []
  readonly webhooks: Webhook[] = []
  readonly #keys = new Map<
    string,
    { readonly body: string; readonly payment: Payment; readonly at: number }
  >()
  lagMs = 0
  seq = 0
  /** When reads were behind the last time. */
  laggedUntil = 0

  move(payment: Payment, now: number, status: string, deposit = latest(payment).deposit): void {
    payment.history.push({ at: now, seq: ++this.seq, status, deposit })
    this.announce(payment)
  }

  announce(payment: Payment): void {
    const { kind, amount, row, mistake } = payment
    const { status } = latest(payment)
    if (kind === 'on_ramp' && latest(payment).deposit !== 'SUCCESS') return
    const isOnRamp = kind === 'on_ramp'
    const marker = mistake === 'marker' ? 'another' : row
    this.webhooks.push({
      ...{ payment, status, marker, isReceived: false },
      amount: isOnRamp ? amount.value : null,
      currency: isOnRamp ? amount.currency : null,
    })
  }

  /** The service ends a payin half an hour after it was made, or a little later. */
  expireDue(now: number): void {
    for (const payment of this.payments)
      if (payment.expiresAt + 3 * minuteMs <= now && isPayable(payment)) this.move(payment, now, 'EXPIRED')
  }

  add(intent: Intent, now: number, status: string, deposit: string | null = null): Payment {
    const ttlMs = intent.kind === 'payin' ? 30 : intent.kind === 'payout' ? 24 * 60 : Number.POSITIVE_INFINITY
    const payment: Payment = {
      ...intent,
      id: `p${this.payments.length + 1}`,
      expiresAt: now + ttlMs * minuteMs,
      expires: Number.isFinite(ttlMs) ? new Date(now + ttlMs * minuteMs).toISOString() : null,
      history: [{ at: now, seq: ++this.seq, status, deposit }],
      ...{ revived: false, forgotten: false, mistake: null },
    }
    this.payments.push(payment)
    return payment
  }

  /** Creates a payin or payout. @returns `null`: the key belongs to other bytes */
  create(key: string, body: string, intent: Intent, now: number): Fetched | null {
    const known = this.#keys.get(key)
    if (known && now - known.at < 24 * 60 * minuteMs)
      // The stricter reading of "the original result is returned": the payment as it was at first.
      return known.body === body ? shown(known.payment, firstOf(known.payment)) : null
    const payment = this.add(intent, now, 'CREATED')
    this.#keys.set(key, { body, payment, at: now })
    return shown(payment, latest(payment))
  }

  link(intent: Intent, now: number): OnRampLink {
    const link = { ...intent, url: `https://pay.example/l${this.links.length + 1}`, at: now, payment: null }
    this.links.push(link)
    return link
  }

  /** Somebody pays on the link of an on-ramp. */
  payLink(link: OnRampLink, mistake: OnRampMistake, now: number): void {
    if (!isLinkOpen(link, now)) return
    const amount = {
      value: mistake === 'amount' ? '5' : link.amount.value,
      currency: mistake === 'currency' ? 'USD' : 'EUR',
    }
    link.payment = this.add({ ...link, amount }, now, 'PROCESSING', 'SUCCESS')
    link.payment.mistake = mistake
    this.announce(link.payment)
  }

  /** Reads one payment, as a replica that may be behind has it. @returns `null`: 404 */
  get(id: string, now: number): Fetched | null {
    const payment = this.payments.find((each) => each.id === id)
    return payment && !payment.forgotten ? shown(payment, this.#seen(payment, now)) : null
  }

  /** All payments of an order that the service lists: those of payments-v2. `null`: of all orders. */
  list(order: string | null, kind: Kind, now: number): FoundPayment[] {
    return this.payments
      .filter((each) => (order === null || each.order === order) && each.kind === kind && !each.forgotten)
      .map((each) => found(each, this.#seen(each, now)))
  }

  /** Loses a payment and its key, as a service does that was restored from a backup. */
  forget(payment: Payment): void {
    payment.forgotten = true
    for (const [key, known] of this.#keys) if (known.payment === payment) this.#keys.delete(key)
  }

  #seen({ history }: Payment, now: number): Moment {
    for (let index = history.length - 1; index > 0; index--)
      if ((history[index] as Moment).at <= now - this.lagMs) return history[index] as Moment
    return history[0] as Moment
  }
}

function shown(payment: Payment, { status, deposit }: Moment): Fetched {
  const { id, kind, amount, nonce, row, expires } = payment
  if (kind === 'on_ramp')
    return { id, status, details: null, deposit, amount: null, currency: amount.currency }
  if (kind === 'bank_transfer') return { id, status, details: null, deposit, amount, echoed: { row } }
  const redirectUrl = openStatuses.includes(status) ? pageOf(payment) : null
  return { id, status, details: null, deposit, amount, redirectUrl, expiresAt: expires, echoed: { nonce } }
}

/** A payment as a list or a signed webhook contains it. */
export const found = (payment: Payment, moment: Moment): FoundPayment => ({
  fetched: shown(payment, moment),
  returnUrl: payment.publicId,
  reference: payment.order,
  choice: payment.method === null ? null : { method: payment.method },
  createdAt: null,
})
