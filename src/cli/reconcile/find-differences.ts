// Reads both records once and compares them, and later checks the differences again.
import type { CompleteOn } from '../../merchant/settings/settings.ts'
import {
  compareRecorded,
  compareUnknown,
  compareUnnamed,
  compareUnreadable,
  type Difference,
  differenceOfUnfulfilled,
  isNamed,
} from './compare.ts'
import { type AtService, type Ledger, nameOf, type RecordedPayment, type ServicePayment } from './payments.ts'
import type { Result } from './report.ts'
import type { ServiceLedger } from './service-ledger.ts'

export interface ComparisonOptions {
  readonly ledger: Ledger
  readonly service: ServiceLedger
  readonly since: Date
  /** Milliseconds since 1970. */
  readonly now: number
  readonly completeOn: CompleteOn
  /** Whether an unknown payment with this reference may belong to this shop. */
  fits(reference: string | null): boolean
  readonly isKnownOnly: boolean
}

/** The shop's functions may run this long, so a younger event is not a difference. */
const fulfilmentMs = 10 * 60_000

/**
 * Reads the service before the ledger. A payment that is created in between is then missing in the service's list, so it
 * is read by its id.
 */
export async function findDifferences(options: ComparisonOptions): Promise<Result> {
  const { ledger, service, since, now, completeOn, fits, isKnownOnly } = options
  const { listed, unreadable } = isKnownOnly ? { listed: null, unreadable: [] } : await service.listAll()
  const atService = new Map<string, AtService>(
    (listed ?? []).map((each) => [nameOf(each.kind, each.id), each]),
  )
  const recorded = await ledger.readSince(since)
  const named = recorded.filter(isNamed)
  for (const each of named) {
    const name = nameOf(each.kind, each.serviceId)
    if (!atService.has(name)) atService.set(name, await service.read(each))
  }
  const isMine = ({ createdAt, reference }: Pick<ServicePayment, 'createdAt' | 'reference'>) =>
    (createdAt === null || createdAt >= since) && fits(reference)
  const mine = (listed ?? []).filter(isMine)
  const known = await namesOf(ledger, mine, named)
  const unanswered = recorded.filter((each) => !isNamed(each))
  const unfulfilled = await ledger.readUnfulfilled(new Date(now - fulfilmentMs))
  return {
    since,
    compared: named.length,
    listed: listed && mine.length,
    unnamed: unanswered.filter(({ outcome }) => outcome === 'open').length,
    differences: [
      ...compareRecorded({ recorded, atService, completeOn }),
      ...compareUnnamed(unanswered),
      ...compareUnreadable(unreadable.filter(isMine), atService),
      ...compareUnknown(mine, known, new Set(unanswered.map(({ reference }) => reference))),
      ...unfulfilled.map(differenceOfUnfulfilled),
    ],
  }
}

/**
 * Checks the differences again and returns those that remain. Reads each payment by its id, so that the ledger's data is
 * never older than the service's. A new difference may be a webhook in transit, so it is left for the next run.
 */
export async function recheckDifferences(before: Result, options: ComparisonOptions): Promise<Result> {
  if (before.differences.length === 0) return before
  const { ledger, service, now, completeOn } = options
  const named = new Map(
    before.differences.flatMap(({ kind, serviceId }) =>
      serviceId === null ? [] : [[nameOf(kind, serviceId), { kind, serviceId }] as const],
    ),
  )
  const atService = new Map<string, AtService>()
  for (const [name, each] of named) atService.set(name, await service.read(each))
  const recorded = await ledger.find([...named.values()].map(({ serviceId }) => serviceId))
  const known = new Set(recorded.filter(isNamed).map(({ kind, serviceId }) => nameOf(kind, serviceId)))
  const unfulfilled = await ledger.readUnfulfilled(new Date(now - fulfilmentMs))
  const differences = [
    ...compareRecorded({ recorded, atService, completeOn }),
    ...compareUnknown(
      [...atService.values()].filter((each) => each !== null && each !== 'unreadable'),
      known,
      new Set(),
    ),
    ...unfulfilled.map(differenceOfUnfulfilled),
    // The ledger finds sessions by their id at the service, and these have none. Others are of the list only.
    ...before.differences.filter(
      ({ what, serviceId, here }) =>
        (what === 'money_not_there' && serviceId === null) || (what === 'unreadable' && here === null),
    ),
  ]
  const earlier = new Map(before.differences.map((each) => [keyOf(each), each]))
  return {
    ...before,
    differences: differences.flatMap((each) => {
      const first = earlier.get(keyOf(each))
      // Only the first comparison read all sessions, so keep its `answerLost`.
      return first ? [first.answerLost ? { ...each, answerLost: true } : each] : []
    }),
  }
}

const keyOf = ({ what, kind, reference, serviceId }: Difference): string =>
  JSON.stringify([what, kind, reference, serviceId])

/** The names of payments that a session of any age belongs to. */
async function namesOf(
  ledger: Ledger,
  payments: readonly ServicePayment[],
  named: readonly (RecordedPayment & { serviceId: string })[],
): Promise<ReadonlySet<string>> {
  const known = new Set(named.map(({ kind, serviceId }) => nameOf(kind, serviceId)))
  const others = payments.filter(({ kind, id }) => !known.has(nameOf(kind, id)))
  if (others.length === 0) return known
  const found = await ledger.find(others.map(({ id }) => id))
  for (const each of found.filter(isNamed)) known.add(nameOf(each.kind, each.serviceId))
  return known
}
