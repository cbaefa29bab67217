// What the pay page says and offers: pure functions of how the order stands. What may be paid is decided at each press
// (order/rules/asked.ts), never here.
import type { Kind, Outcome, Review } from '../../../server/index.ts'
import { DomainError } from '../../errors/domain-error.ts'
import type { KnownError } from '../../errors/errors.ts'
import { kindOf } from '../../kinds/kinds.ts'
import type { Standing } from '../../order/rules/standing.ts'
import type { NoticeText, PageTexts } from './texts.ts'

/**
 * What a press on the page's button does. `pay`: makes a payment. `again`: the same, after one that has ended. `reopen`: opens
 * the page of the payment that is open.
 */
export type Offer = 'pay' | 'again' | 'reopen'

export interface PayView {
  readonly notice: NoticeText | null
  readonly offer: Offer | null
  /** Whether the shopper waits for a change that comes by itself. */
  readonly isWaiting: boolean
}

/** The payment from whose hosted page the shopper has come back. */
export interface OwnPayment {
  readonly kind: Kind
  readonly outcome: Outcome
}

/** @param own `null`: the shopper has come by the link of the order */
export function payView(standing: Standing, own: OwnPayment | null, texts: PageTexts): PayView {
  const ofKind = { ...texts, ...(own && texts.kinds[own.kind]) }
  switch (standing.is) {
    case 'gone':
      return says(texts.withdrawn)
    case 'paid':
      return says(own?.outcome === 'complete' ? ofKind.complete : ofKind.alreadyPaid)
    case 'promised':
      return standing.review
        ? says(reviewOf(standing.review, texts))
        : { ...says(ofKind.authorized), isWaiting: own !== null }
    case 'payable':
      break
  }
  if (own === null) return { notice: null, offer: 'pay', isWaiting: false }
  // The code that such a page needs is typed in the element.
  const offer = (made: Offer) => (kindOf(own.kind).pageNeedsCode ? null : made)
  if (own.outcome === 'failed') return { ...says(ofKind.failed), offer: offer('again') }
  if (own.outcome === 'expired') return { ...says(ofKind.expired), offer: offer('again') }
  return { notice: [ofKind.elsewhere, ofKind.closed[1]], offer: offer('reopen'), isWaiting: true }
}

const says = (notice: NoticeText): PayView => ({ notice, offer: null, isWaiting: false })

const reviewOf = (review: Review, { review: [title, text], reviews }: PageTexts): NoticeText => [
  title,
  (reviews[review] ?? '') + text,
]

/** The page when the order cannot be shown: no proof, no such order, or a fault. */
export const unseen = (status: number, texts: PageTexts): NoticeText =>
  status === 403 || status === 404 ? texts.lost : [texts.error[0], whatToDo(status, texts)]

/** Why a press had no result; `null` when the page as it is now says it. */
export function refusalText(error: unknown, status: number, texts: PageTexts): string | null {
  if (!(error instanceof DomainError)) return whatToDo(status, texts)
  const { kind } = error as KnownError
  if (kind === 'price_changed') return texts.priceChanged[0]
  if (kind === 'two_payments_open') return texts.faults.two_open
  return status === 409 ? null : whatToDo(status, texts)
}

/** Trying again helps only where the fault may pass. */
const whatToDo = (status: number, { faults, error }: PageTexts): string =>
  status === 429 || status === 503 ? faults.unavailable : error[1]
