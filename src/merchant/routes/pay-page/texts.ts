// The sentences of the pay page. They are the widget's own, under the same names: English here, every other language from the
// files that the script uses (dist/locales).
import { type LocaleIndex, localeFileOf } from '../../../protocol/language-tags.ts'
import type { Kind, Review } from '../../../server/index.ts'

/** Title and text. */
export type NoticeText = readonly [title: string, text: string]

/** How a payment stands. The words depend on its kind. */
interface StateTexts {
  readonly authorized: NoticeText
  readonly complete: NoticeText
  readonly failed: NoticeText
  readonly expired: NoticeText
  /** Its text is that of `closed`. */
  readonly elsewhere: string
  readonly closed: NoticeText
  readonly alreadyPaid: NoticeText
}

/** The part of a language that the pay page shows. */
export interface PageTexts extends StateTexts {
  /** BCP 47. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'
  /** `{amount}` is replaced by the amount. */
  readonly pay: string
  readonly reopen: string
  readonly retry: string
  readonly opensHere: string
  readonly withdrawn: NoticeText
  readonly lost: NoticeText
  readonly error: NoticeText
  readonly priceChanged: NoticeText
  readonly review: NoticeText
  readonly reviews: { readonly [Each in Review]?: string }
  readonly faults: Readonly<Record<'unavailable' | 'two_open', string>>
  readonly kinds: { readonly [Each in Kind]?: Partial<StateTexts> }
}

export const english: PageTexts = {
  lang: 'en',
  dir: 'ltr',
  pay: 'Pay {amount}',
  reopen: 'Open the payment page',
  retry: 'Try again',
  opensHere: 'Continues on a secure page.',
  authorized: ['Payment received', 'The shop confirms it in a moment.'],
  complete: ['Paid', 'Thank you. Your payment has arrived.'],
  failed: ['The payment did not go through', 'The payment was refused.'],
  expired: ['The payment was not finished in time', 'You can start again.'],
  elsewhere: 'Payment not finished yet',
  closed: [
    'Window closed?',
    'If you have paid, it will show here in a moment. If not, open the payment page again.',
  ],
  alreadyPaid: ['This order has already been paid', 'There is nothing more to pay.'],
  withdrawn: ['This order can no longer be paid', 'The shop has withdrawn it.'],
  lost: [
    'This payment can no longer be found',
    'If you have paid, please contact the shop before you pay again.',
  ],
  error: [
    'The payment could not be started',
    'Something is not set up correctly here. Please try later or contact the shop.',
  ],
  priceChanged: ['The price has changed', 'It was {amount} before.'],
  review: ['Payment received', 'The shop will contact you.'],
  reviews: {
    amount_differs: 'The order has a different price. ',
    paid_twice: 'The order was already paid. ',
    order_withdrawn: 'The order was withdrawn. ',
  },
  faults: {
    unavailable: 'This is not available at the moment. Try again in a minute.',
    two_open:
      'Two payments for this order are already open. Continue with a way to pay that you chose before, cancel one on its payment page, or wait a while.',
  },
  kinds: {
    payout: {
      elsewhere: 'Payout not finished yet',
      closed: [
        'Window closed?',
        'If you are done, it will show here in a moment. If not, open the payout page again.',
      ],
      authorized: ['Your payout is on its way', 'There is nothing more to do.'],
      complete: ['Paid out', 'The payout is complete.'],
      failed: ['The payout did not go through', 'Please contact the sender.'],
      expired: ['The payout was not claimed in time', 'Please ask the sender for a new one.'],
      alreadyPaid: ['This payout has already been received', 'There is nothing more to do.'],
    },
    bank_transfer: {
      complete: [
        'Your bank has accepted the transfer',
        'The money usually arrives within hours, at the latest on the next day. There is nothing more to do.',
      ],
      failed: ['The transfer did not go through', 'Your bank did not accept it.'],
    },
    on_ramp: {
      authorized: ['Your payment has arrived', 'It is being completed. There is nothing more to do.'],
      failed: ['The payment did not go through', 'It was refused, or the money did not arrive.'],
    },
  },
}

/** Reads a file of the folder `locales`; `null` when there is none. */
export type ReadLocale = (name: string) => Promise<string | null>

/**
 * Finds the texts in the first language that there is.
 * @param wanted BCP 47 tags, the preferred one first
 */
export async function textsIn(wanted: readonly string[], read: ReadLocale): Promise<PageTexts> {
  const index = await readJson<LocaleIndex>(read, 'index')
  for (const tag of wanted) {
    const [file] = (index && localeFileOf(index, tag)) ?? []
    if (file === undefined) {
      if (/^en\b/i.test(tag)) break
      continue
    }
    const found = await readJson<Partial<PageTexts>>(read, file)
    if (found) return { ...english, ...found, kinds: { ...english.kinds, ...found.kinds } }
  }
  return english
}

async function readJson<T>(read: ReadLocale, name: string): Promise<T | null> {
  const text = await read(name)
  return text === null ? null : JSON.parse(text)
}
