// One object of the modelled payment service: a payin, payout, bank transfer or on-ramp with its whole history.
import { randomUUID } from 'node:crypto'
import type { Kind, Money } from 'payin-checkout/server'

/** One entry of an object's history. `seq` orders entries of the same time. */
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
  /** The merchant's request; reads return its fields. */
  readonly intent: Readonly<Record<string, unknown>>
  readonly createdAt: number
  readonly expiresAt: number
  /** The last part of the address of its hosted page. */
  readonly token: string
  readonly history: Moment[]
  /** Whether the service reopened it after an end. Then it is not the merchant's fault that it can be paid again. */
  revived: boolean
  /** Whether a read has shown it authorized. From then on an unknown status keeps it authorized. */
  promiseWasRead: boolean
  /** Whether reads have shown an end, and later an authorization. Then another read of that end is known to be old. */
  endWasRead: boolean
  latePromiseWasRead: boolean
  /** A bank transfer or on-ramp whose row the merchant has lost. The service has no list in which it could be found. */
  ofLostRow: boolean
  /** An on-ramp that was paid with another amount, currency or marker than its session has. */
  foreign: boolean
  /** Whether the service has lost it: no read finds it, and nobody can pay it. */
  forgotten: boolean
}

/** Makes a new object. */
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
    forgotten: false,
  }
}

/** The object's present state. */
export const latest = ({ history }: ServiceObject): Moment => history.at(-1) as Moment

/** The object's state at a time, as a replica that lags shows it; never older than its first state. */
export function momentAt(object: ServiceObject, at: number): Moment {
  return object.history.findLast((moment) => moment.at <= at) ?? (object.history[0] as Moment)
}

const promised: Readonly<Record<Kind, readonly string[]>> = {
  payin: ['AUTHORIZED', 'SETTLED', 'COMPLETED'],
  payout: ['PROCESSING', 'COMPLETED'],
  bank_transfer: ['AUTHORIZED'],
  on_ramp: ['PROCESSING', 'COMPLETED'],
}

export const isPromiseStatus = (kind: Kind, { status }: Pick<Moment, 'status'>): boolean =>
  promised[kind].includes(status)

/**
 * Whether money is authorized or has come, as far as reads could show it. A disputed payment was paid. An unknown status keeps
 * what was read before.
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

/** Whether it was authorized at that point, and all the time since. */
export const isPromisedSince = (object: ServiceObject, seq: number): boolean =>
  isPromisedAt(object, seq) &&
  object.history.every((moment) => moment.seq <= seq || isPromisedAt(object, moment.seq))

/** Whether the money has come for good, at any time. */
export const wasCompleted = ({ kind, history }: ServiceObject): boolean =>
  history.some(({ status }) => status === (kind === 'bank_transfer' ? 'AUTHORIZED' : 'COMPLETED'))

/** Whether a person who has its address could pay it now. */
export const isPayable = (object: ServiceObject): boolean =>
  !object.forgotten && ['CREATED', 'INITIATED', 'INTENT', 'STARTED'].includes(latest(object).status)
