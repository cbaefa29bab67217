// Every sentence that a shopper reads. `{amount}` is replaced by the formatted amount.
// A notice is a title and a text, named for the state that it speaks about.
import type { FaultKind } from '../protocol/fault.ts'

/** Title and text. */
export type NoticeText = readonly [title: string, text: string]

export interface Sentences {
  /** BCP 47, for assistive technology: the page around may speak another language. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'

  readonly pay: string
  readonly payPlain: string
  readonly opensWindow: string
  readonly opensHere: string
  readonly opening: string
  readonly amount: string
  readonly amountDiffers: string
  readonly trouble: string
  readonly underReview: string

  readonly show: string
  readonly reopen: string
  readonly check: string
  readonly cancel: string
  readonly retry: string

  readonly loading: NoticeText
  readonly popup: NoticeText
  readonly closed: NoticeText
  readonly refused: NoticeText
  readonly redirect: NoticeText
  readonly elsewhere: NoticeText
  readonly cancelled: NoticeText
  readonly authorized: NoticeText
  readonly complete: NoticeText
  readonly failed: NoticeText
  readonly expired: NoticeText
  readonly error: NoticeText
  readonly alreadyPaid: NoticeText
  readonly lost: NoticeText

  /** By `status_details` of payments-v2; any other shows the text of `failed`. */
  readonly reasons: { readonly [statusDetails: string]: string }
  /** By kind of fault; any other shows the text of `error`. */
  readonly faults: { readonly [Kind in FaultKind]?: string }

  readonly close: string
  readonly canClose: string
  readonly back: string
  readonly unknown: string
}

export const en: Sentences = {
  lang: 'en',
  dir: 'ltr',

  pay: 'Pay {amount}',
  payPlain: 'Pay now',
  opensWindow: 'Opens a secure payment page in a new window',
  opensHere: 'Continues on a secure payment page',
  opening: 'Opening the payment page…',
  amount: 'Amount',
  amountDiffers: 'The amount to pay is {amount}.',
  trouble: 'No connection right now. We keep trying.',
  underReview: 'This payment is under review.',

  show: 'Show the window',
  reopen: 'Open the payment page',
  check: 'I have paid – check now',
  cancel: 'Cancel',
  retry: 'Try again',

  loading: ['Checking your payment…', 'This takes a moment. Please do not pay again.'],
  popup: ['Finish your payment in the other window', 'This page updates by itself as soon as you have paid.'],
  closed: [
    'Window closed?',
    'If you have paid, it will show here in a moment. If not, open the payment page again.',
  ],
  refused: ['Your browser blocked the payment window', 'Open the payment page with the button below.'],
  redirect: ['Taking you to the payment page…', 'If nothing happens, use the button below.'],
  elsewhere: [
    'Your payment is not finished yet',
    'If you have just paid, it will show here in a moment. If not, you can go on where you left.',
  ],
  cancelled: [
    'Payment cancelled',
    'You can close the payment window. If you have already paid, it will still show here.',
  ],
  authorized: [
    'Payment authorised',
    'We are waiting for the final confirmation. There is nothing more to do.',
  ],
  complete: ['Paid', 'Thank you. Your payment has arrived.'],
  failed: ['The payment did not go through', 'The payment was refused.'],
  expired: ['The payment was not finished in time', 'You can start again.'],
  error: [
    'The payment could not be started',
    'Something is not set up correctly in this shop. Please try later or contact the shop.',
  ],
  alreadyPaid: ['This order has already been paid', 'There is nothing more to pay.'],
  lost: [
    'This payment can no longer be found',
    'If you have paid, please contact the shop before you pay again.',
  ],

  reasons: {
    INSUFFICIENT_FUNDS: 'There is not enough money or credit in the account.',
    DECLINED_BY_ISSUER: 'The bank or card issuer refused the payment.',
    INSTRUMENT_INVALID: 'The card or account details are not valid.',
    INSTRUMENT_BLOCKED: 'This card or account is blocked.',
    AUTHORIZATION_FAILED: 'The confirmation with your bank did not succeed.',
    DECLINED_BY_PAYER: 'The payment was cancelled.',
    RISK_REJECTED: 'The payment could not be accepted.',
    PROVIDER_ERROR: 'The payment provider has a technical problem.',
  },
  faults: {
    network: 'The shop could not be reached. Check your connection and try again.',
    unavailable: 'Payments are not available at the moment. Try again in a minute.',
  },

  close: 'Close this window',
  canClose: 'You can close this window and go back to the shop.',
  back: 'Back to the shop',
  unknown: 'The shop shows whether your payment has arrived.',
}
