// Compares the merchant's record of a payment with the service's. Ignores time: the caller compares twice to exclude
// webhooks in transit.
import { kindOf } from '../../merchant/kinds/kinds.ts'
import type { CompleteOn } from '../../merchant/settings/settings.ts'
import { type Kind, type Money, type Outcome, sameMoney } from '../../server/index.ts'
import {
  type AtService,
  nameOf,
  type RecordedPayment,
  type ServicePayment,
  type UnfulfilledPayment,
  type UnreadablePayment,
} from './payments.ts'

/** What each kind of difference says, and what to do about it. Those that may cost money come first. */
export const differenceKinds = {
  money_not_known: {
    says: 'money was authorized or has arrived, and your server does not know',
    remedy:
      'Check that webhooks arrive and that your server runs. It also polls the service. If the difference stays, read its log and its alerts.',
  },
  unreadable: {
    says: 'the service shows a payment that cannot be read',
    remedy: 'It may hold money. Ask the operator of the service why its id or its status is missing.',
  },
  /** Payments that ended without money are no difference. */
  unknown_here: {
    says: 'your server knows no such payment',
    remedy:
      'Find out who created it. If it belongs to another shop with the same API key, exclude that shop by --references. Otherwise a payer may pay, and your shop would not know.',
  },
  money_not_there: {
    says: 'your server expects money that the service does not have',
    remedy:
      'Stop the delivery if you can, and ask the operator of the service. Was the order marked paid by hand?',
  },
  shared: {
    says: 'several of your sessions belong to this one payment',
    remedy: 'One payment must not pay two orders. Find out which order it belongs to.',
  },
  amount: {
    says: 'the amounts differ',
    remedy: 'Compare the order with the payment before you ship anything.',
  },
  /** Complete in both places, but the shop's `fulfil` has not succeeded. */
  not_fulfilled: {
    says: 'the payment is complete, but your shop has not fulfilled the order',
    remedy: 'Read your server’s log.',
  },
  dispute_not_known: {
    says: 'the payer disputes the payment, and your server does not know',
    remedy: 'Answer the dispute at the service in time. Check that webhooks arrive.',
  },
  unknown_there: {
    says: 'the service knows no such payment',
    remedy: 'Was it created with another API key, or at another address of the service?',
  },
  /** No money depends on it. */
  outcome: {
    says: 'the service and your server have different outcomes',
    remedy: 'Check that webhooks arrive and that your server runs. It also polls the service.',
  },
} as const
export type DifferenceKind = keyof typeof differenceKinds

export interface Difference {
  readonly what: DifferenceKind
  readonly kind: Kind
  readonly reference: string | null
  readonly serviceId: string | null
  readonly here: Side | null
  readonly there: Side | null
  /** Only for `unknown_here`: a session with the same reference was sent and never got an answer. */
  readonly answerLost?: boolean
  /** Why a person must settle this money. */
  readonly review?: string
  readonly attempts?: number
}

export interface Side {
  readonly status: string
  readonly amount: Money | null
}

export interface Compared {
  readonly recorded: readonly RecordedPayment[]
  /** By `nameOf`. No entry: the service was not asked. */
  readonly atService: ReadonlyMap<string, AtService>
  readonly completeOn: CompleteOn
}

/** The differences of recorded payments. Each entry belongs to a payment that was read at the service. */
export function compareRecorded({ recorded, atService, completeOn }: Compared): Difference[] {
  const owners = new Map<string, RecordedPayment[]>()
  for (const each of recorded.filter(isNamed)) {
    const name = nameOf(each.kind, each.serviceId)
    owners.set(name, [...(owners.get(name) ?? []), each])
  }
  return [...owners].flatMap(([name, sessions]) => {
    const [first] = sessions
    const there = atService.get(name)
    if (!first || there === undefined) return []
    if (there === 'unreadable') return sessions.map((here) => difference('unreadable', here, null))
    const shared = sessions.length > 1 ? [difference('shared', first, there)] : []
    return [...shared, ...sessions.flatMap((here) => differencesOf(here, there, completeOn))]
  })
}

/** Sessions that count as paid without an id at the service: no answer of the service can have said so. */
export const compareUnnamed = (unnamed: readonly RecordedPayment[]): Difference[] =>
  unnamed.filter(({ outcome }) => hasMoney(outcome)).map((here) => difference('money_not_there', here, null))

export const isNamed = (each: RecordedPayment): each is RecordedPayment & { serviceId: string } =>
  each.serviceId !== null

function differencesOf(
  here: RecordedPayment,
  there: ServicePayment | null,
  completeOn: CompleteOn,
): Difference[] {
  // A person who has settled its money knew what the service says of it.
  if (there === null) return here.settledAs === null ? [difference('unknown_there', here, null)] : []
  const found = [differenceOfOutcome(here, there, completeOn)].filter((what) => what !== null)
  // Where a person has settled it, the amount that came is known.
  const { amount } = here.settledAs === null ? here : { amount: null }
  if (amount && there.amount && !sameMoney(amount, there.amount)) found.push('amount')
  return found.map((what) => difference(what, here, there))
}

function differenceOfOutcome(
  here: RecordedPayment,
  there: ServicePayment,
  completeOn: CompleteOn,
): DifferenceKind | null {
  const { outcomeOf, disputeStatus } = kindOf(here.kind)
  const fresh = outcomeOf(there, 'open', completeOn)
  if (disputeStatus !== null && there.status === disputeStatus && here.status !== disputeStatus)
    return 'dispute_not_known'
  if (hasMoney(here.outcome) && (isOver(fresh) || isUnpaid(there))) return 'money_not_there'
  // The service goes on to say that it has come.
  if (here.settledAs === 'refunded') return null
  if (!hasMoney(here.outcome) && hasMoney(fresh)) return 'money_not_known'
  return outcomeOf(there, here.outcome, completeOn) === here.outcome ? null : 'outcome'
}

const hasMoney = (outcome: Outcome) => outcome === 'authorized' || outcome === 'complete'
const isOver = (outcome: Outcome) => outcome === 'failed' || outcome === 'expired'

/** Whether no money is authorized yet. An unknown status proves nothing, so the answer is `false`. */
const isUnpaid = ({ kind, status, deposit }: ServicePayment): boolean =>
  kind === 'on_ramp' ? deposit === 'PENDING' && status !== 'COMPLETED' : unpaidStatuses[kind].includes(status)

const unpaidStatuses: Readonly<Record<Exclude<Kind, 'on_ramp'>, readonly string[]>> = {
  payin: ['CREATED', 'INITIATED'],
  payout: ['CREATED', 'INITIATED'],
  bank_transfer: ['INTENT', 'STARTED'],
}

function difference(what: DifferenceKind, here: RecordedPayment, there: ServicePayment | null): Difference {
  return {
    what,
    kind: here.kind,
    reference: here.reference,
    serviceId: here.serviceId,
    here: { status: here.status, amount: here.amount },
    there: there && { status: there.deposit ?? there.status, amount: there.amount },
    ...(here.review !== null && { review: here.review }),
  }
}

/**
 * Payments of the service without a session. Ignores those that ended without money.
 * @param known names by `nameOf` of payments that the merchant's server has ever recorded
 * @param unanswered references of sessions that have no id at the service
 */
export function compareUnknown(
  listed: readonly ServicePayment[],
  known: ReadonlySet<string>,
  unanswered: ReadonlySet<string>,
): Difference[] {
  return listed
    .filter(({ kind, id }) => !known.has(nameOf(kind, id)))
    .filter((there) => !isOver(kindOf(there.kind).outcomeOf(there, 'open', 'COMPLETED')))
    .map((there) => ({
      what: 'unknown_here',
      kind: there.kind,
      reference: there.reference,
      serviceId: there.id,
      here: null,
      there: { status: there.status, amount: there.amount },
      ...(there.reference !== null && unanswered.has(there.reference) && { answerLost: true }),
    }))
}

/** Payments of the service's lists that cannot be read, without those that were read by their id. */
export const compareUnreadable = (
  unreadable: readonly UnreadablePayment[],
  atService: Compared['atService'],
) =>
  unreadable
    .filter(({ kind, id }) => id === null || !atService.has(nameOf(kind, id)))
    .map(({ kind, id: serviceId, reference }): Difference => {
      return { what: 'unreadable', kind, reference, serviceId, here: null, there: null }
    })

export function differenceOfUnfulfilled({ amount, ...payment }: UnfulfilledPayment): Difference {
  return { what: 'not_fulfilled', ...payment, here: { status: 'not fulfilled', amount }, there: null }
}
