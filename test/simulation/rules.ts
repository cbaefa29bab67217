// The rules of the server, as one port. A simulation gets them as a parameter, so that a mutant can replace one of them.
import { liveLinks } from '../../src/merchant/kinds/links.ts'
import { caseOf } from '../../src/merchant/order/case.ts'
import { eventIdOf } from '../../src/merchant/order/enqueue.ts'
import { refusalOfAddress } from '../../src/merchant/order/rules/address.ts'
import { decideAnswered } from '../../src/merchant/order/rules/answered.ts'
import { decideAsked, paymentsToCheck } from '../../src/merchant/order/rules/asked.ts'
import { canBeForgotten, mayBeUnread } from '../../src/merchant/order/rules/forgotten.ts'
import {
  canClose,
  judgeLoss,
  mayMissRows,
  rememberAtStart,
  suspectLoss,
} from '../../src/merchant/order/rules/loss.ts'
import { compareStatus, isKnownEnd } from '../../src/merchant/order/rules/merge.ts'
import { findWebhookMismatch } from '../../src/merchant/order/rules/mismatch.ts'
import { decideSettled } from '../../src/merchant/order/rules/settled.ts'
import type { Entry } from '../../src/merchant/orders.ts'
import { type AttemptName, attemptIdsOf, whoOf } from '../../src/merchant/session/attempt-ids.ts'
import { choiceHash } from '../../src/merchant/session/choice-hash.ts'
import type { SessionRow } from '../../src/merchant/session/session-row.ts'

/** Remembers results: a hash is the only thing in a history that takes long, and all histories ask for the same few. */
function remembered<Name, Result>(make: (name: Name) => Result, keyOf: (name: Name) => string) {
  const known = new Map<string, Result>()
  return (name: Name): Result => {
    const key = keyOf(name)
    let result = known.get(key)
    if (result === undefined) {
      result = make(name)
      known.set(key, result)
    }
    return result
  }
}

/** The ids of an attempt. */
export const idsOf = remembered(
  (name: AttemptName) => attemptIdsOf('simulation', name),
  ({ kind, order, who, attempt }) => `${kind} ${order} ${who} ${attempt}`,
)

/** The hash of a choice that is named by a text; `null` is no choice. */
export const hashOfChoice = remembered(
  (method: string | null) => choiceHash(method === null ? null : { method }),
  (method) => method ?? '',
)

/** Everything that decides. */
export const rules = {
  caseOf,
  refusalOfAddress,
  decideAsked,
  paymentsToCheck,
  decideAnswered,
  compareStatus,
  isKnownEnd,
  findWebhookMismatch,
  decideSettled,
  canBeForgotten,
  mayBeUnread,
  rememberAtStart,
  suspectLoss,
  judgeLoss,
  mayMissRows,
  canClose,
  /** The id under which a paid order is fulfilled. */
  eventIdOf: (entry: Entry, _paidBy: SessionRow): string => eventIdOf('order_paid', entry),
  /** The links of a session when one more is about to be made. */
  reserveLink: (links: string, at: number): readonly number[] => [...liveLinks(links, at), at],
  /** Whose order it is. */
  whoOf: remembered(
    (entry: Pick<Entry, 'payer' | 'placedAt'>) => whoOf(entry),
    ({ payer, placedAt }) => `${payer?.email} ${placedAt?.getTime()}`,
  ),
}

export type Rules = typeof rules
