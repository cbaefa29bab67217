// Why a press is refused, for the answer to the page: by us, because of what the order has reached, or by the service. What
// the shopper chose can be chosen otherwise, so it is said with its pointer; anything else that the service refuses is the
// shop's own fault and stays out of the browser.
import { HttpProblem, unprocessable } from '../http/problems.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { SessionRow } from '../store/session-row.ts'

export const unknownOrder = () => unprocessable({ pointer: '/order', detail: 'There is no such order.' })

export const paidAlready = () => new HttpProblem(409, 'This order is paid already.')

export const openAlready = () =>
  new HttpProblem(
    409,
    'A payout with this reference is open, for another recipient. Wait until it has ended.',
  )

export const keyOfAnotherRequest = () =>
  new HttpProblem(422, 'This Idempotency-Key was used for another request. Make a new one for each attempt.')

/** `type` of the problem, by which a page can tell it from other refusals. */
export const twoPaymentsOpen = 'urn:payin-checkout:two-payments-open'

/**
 * A third payment of an order would be one more that can be paid by mistake. Its shopper can go on with a way to pay that
 * was chosen before, or end one of the two on its page.
 * @param isChoice whether another choice can be made: 422; else 429, because only time helps
 * @param endsInMs when the first of the two ends by itself
 */
export function twoAreOpen(isChoice: boolean, endsInMs: number): HttpProblem {
  const detail =
    'Two payments of this order are open already. Go on with one of them, cancel one on its page, or wait until one has ended.'
  const seconds = Math.min(60, Math.max(1, Math.ceil(endsInMs / 1000)))
  return isChoice
    ? new HttpProblem(422, detail, { type: twoPaymentsOpen, errors: [{ pointer: '/payment', detail }] })
    : new HttpProblem(429, detail, { type: twoPaymentsOpen, headers: { 'retry-after': String(seconds) } })
}

/** Our own sentences: the service's words are for the developer. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['/payment', 'This way to pay is not available for this order.'],
  ['/payment/method', 'This way to pay is not available for this order.'],
  ['/payment/bank_id', 'This bank is not available. Choose another one.'],
  ['/payment/iban', 'The payment service does not accept this IBAN.'],
  ['/payment/instrument_id', 'This saved account is not known, or it is somebody else’s.'],
  ['/payment/email', 'The payment service does not accept this e-mail address.'],
])

/**
 * The answer for a session that the service refused: 422 where the choice alone was the reason, else 500. The back office
 * sent all fields of a payout itself, and is told each of them.
 */
export function problemOfRefusal({ kind, rejected_pointers }: SessionRow): HttpProblem {
  const pointers = JSON.parse(rejected_pointers ?? '[]') as string[]
  if (kindOf(kind).askedBy === 'back_office') return refusedPayout(pointers)
  const errors = pointers.map((pointer) => ({ pointer, detail: sentences.get(pointer) ?? '' }))
  return errors.length > 0 && errors.every(({ detail }) => detail)
    ? unprocessable(...errors)
    : new HttpProblem(500, 'The payment service refused the shop’s request.')
}

function refusedPayout(pointers: readonly string[]): HttpProblem {
  if (pointers.length === 0) return new HttpProblem(422, 'The payment service refused this payout.')
  const detail = 'The payment service refuses this value.'
  return unprocessable(...pointers.map((pointer) => ({ pointer, detail })))
}
