// One object of the modelled payment service: a payin, payout, bank transfer or on-ramp with all that ever happened to it.
import { randomUUID } from 'node:crypto'
import type { Kind, Money } from 'payin-checkout/server'

/** One moment in an object's life. `seq` orders moments that happen at the same time. */
export interface Moment {
  readonly at: number
  readonly seq: number
  readonly status: string
  /** An on-ramp's `bankDepositStatus`. */
  readonly deposit: string | null
}

export interface ServiceObject {
  readonly id: string
  readonly kind: Kind
  /** The merchant's reference: `reference` of payments-v2, `revision` of the legacy interface. */
  readonly reference: string
  readonly amount: Money
  /** What the merchant sent, which reads echo. */
  readonly intent: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly expiresAt: number
  /** The last part of the address of its hosted page. */
  readonly token: string
  readonly history: Moment[]
  /** The service itself brought it back after an end: its being payable again is nobody else's doing. */
  revived: boolean
  /** A read has shown the promise: what is not known to promise or end anything keeps it from then on. */
  promiseWasRead: boolean
  /** A read has shown an end, and a later one the promise after it: who reads that end again knows that it is old. */
  endWasRead: boolean
  latePromiseWasRead: boolean
  /** A bank transfer or on-ramp whose row the merchant has lost: the service lists none of them. */
  ofLostRow: boolean
  /** An on-ramp that was paid with other money, or by a stranger, than its session asked for. */
  foreign: boolean
}

/** Makes an object in its first state. */
export function createObject(
  first: Pick<ServiceObject, 'kind' | 'reference' | 'amount' | 'intent' | 'createdAt' | 'expiresAt'> &
    Pick<Moment, 'status' | 'seq'> & { readonly deposit?: string | null },
): ServiceObject {
  const { status, seq, deposit = null, ...fields } = first
  const history = [{ at: first.createdAt, seq, status, deposit }]
  return {
    ...fields,
    id: randomUUID(),
    token: randomUUID(),
    history,
    revived: false,
    promiseWasRead: false,
    endWasRead: false,
    latePromiseWasRead: false,
    ofLostRow: false,
    foreign: false,
  }
}

/** The object as it is now. */
export const latest = ({ history }: ServiceObject): Moment => history.at(-1) as Moment

/** The object as a replica shows it that is so far behind; never older than its first state. */
export function momentAt(object: ServiceObject, at: number): Moment {
  return object.history.findLast((moment) => moment.at <= at) ?? (object.history[0] as Moment)
}

const promised: Readonly<Record<Kind, readonly string[]>> = {
  payin: ['AUTHORIZED', 'SETTLED', 'COMPLETED'],
  payout: ['PROCESSING', 'COMPLETED'],
  bank_transfer: ['AUTHORIZED'],
  on_ramp: ['PROCESSING', 'COMPLETED'],
}

export const isPromiseStatus = (kind: Kind, { status }: Moment): boolean => promised[kind].includes(status)

/**
 * Whether money is promised or has come, as far as anybody could read it. Who disputes a payment has paid it; a word of no
 * known meaning keeps what was read before.
 */
export function isPromisedAt({ kind, history, promiseWasRead }: ServiceObject, seq: number): boolean {
  let isPromised = false
  for (const moment of history) {
    if (moment.seq > seq) break
    if (isPromiseStatus(kind, moment) || moment.status === 'DISPUTED') isPromised = true
    else if (isEndStatus(moment)) isPromised = false
    else if (moment.status === 'ON_HOLD') isPromised = isPromised && promiseWasRead
  }
  return isPromised
}

export const isEndStatus = ({ status }: Moment): boolean => /^(FAILED|EXPIRED|FAILED_INTENT)$/.test(status)

/** Whether it was promised then, and all the time from then on. */
export const isPromisedSince = (object: ServiceObject, seq: number): boolean =>
  isPromisedAt(object, seq) &&
  object.history.every((moment) => moment.seq <= seq || isPromisedAt(object, moment.seq))

/** Whether the money has come for good, at any time. */
export const wasCompleted = ({ kind, history }: ServiceObject): boolean =>
  history.some(({ status }) => status === (kind === 'bank_transfer' ? 'AUTHORIZED' : 'COMPLETED'))

/** Whether somebody who has its address could pay it now. */
export const isPayable = (object: ServiceObject): boolean =>
  ['CREATED', 'INITIATED', 'INTENT', 'STARTED'].includes(latest(object).status)
