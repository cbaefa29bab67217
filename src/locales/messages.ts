// The messages of a language. English is built in (en.ts); every other language is a data file beside it (de.json …).
// Types only. merge-messages.ts puts the messages for a kind of payment together.
import type { FaultKind } from '../protocol/fault.ts'
import type { Kind } from '../protocol/kind.ts'
import type { Method } from '../protocol/method.ts'
import type { Review } from '../protocol/session.ts'

/** Title and text. */
export type NoticeText = readonly [title: string, text: string]

/**
 * Every message that a shopper reads. The placeholders `{amount}`, `{payee}` and `{time}` are replaced by values.
 * A notice is a title and a text. Its key is the state that it describes.
 */
export interface Messages {
  /** BCP 47, for assistive technology: the page may be in another language. */
  readonly lang: string
  readonly dir: 'ltr' | 'rtl'

  readonly pay: string
  readonly payPlain: string
  /**
   * The words for a button that orders. In the languages of the EU they are those of Directive 2011/83/EU, Article 8(2), which
   * asks for "only" these words "or a corresponding unambiguous formulation".
   */
  readonly order: string
  readonly payee: string
  readonly opensWindow: string
  readonly opensHere: string
  readonly opening: string
  readonly amountDiffers: string
  readonly trouble: string
  readonly underReview: string
  readonly timeLeft: string
  readonly timeUp: string
  readonly phone: string
  readonly phoneHint: string
  /** Unfolds the code for the phone. */
  readonly more: string

  readonly choose: string
  readonly methods: { readonly [M in Method]: string }
  /** Unfolds the ways to pay after one of them has failed. */
  readonly another: string
  /** The label of the field for a bank or an IBAN, the hint in it, and the name of the button that clears it. */
  readonly bank: string
  readonly search: string
  readonly clear: string
  readonly email: string
  /** Under a field that may stay empty. */
  readonly orThere: string
  /** The label of a payout's code field, and the hint below it. */
  readonly code: string
  readonly codeHint: string
  /** Shown if the server asks to wait for minutes, for example after too many wrong codes. */
  readonly codeLater: string
  readonly banksLoading: string
  readonly noBank: string
  readonly moreBanks: string
  readonly invalid: { readonly [P in 'bank' | 'country' | 'length' | 'check' | 'email' | 'code']: string }

  readonly show: string
  readonly reopen: string
  readonly check: string
  readonly cancel: string
  readonly retry: string

  readonly loading: NoticeText
  /** What is waited for while the window is open: in general, and where the shopper pays at a bank. */
  readonly popup: string
  readonly popupBank: string
  readonly closed: NoticeText
  readonly refused: NoticeText
  readonly redirect: NoticeText
  /** Its text is that of `closed`. */
  readonly elsewhere: string
  readonly cancelled: NoticeText
  readonly authorized: NoticeText
  readonly complete: NoticeText
  /** The rows of a paid payment. `party` is whom the shopper pays; for a payout, who pays. */
  readonly party: string
  readonly reference: string
  readonly date: string
  readonly failed: NoticeText
  readonly expired: NoticeText
  readonly error: NoticeText
  readonly alreadyPaid: NoticeText
  readonly lost: NoticeText
  /** The text is about the amount before. */
  readonly priceChanged: NoticeText
  readonly withdrawn: NoticeText
  /**
   * Money that does not fit the order. The text follows directly after the reason, by `review` of the session. So a reason ends
   * with a space, if the language has one between sentences.
   */
  readonly review: NoticeText
  readonly reviews: { readonly [R in Exclude<Review, 'disputed'>]: string }

  /** By `status_details` of payments-v2. For any other value, the text of `failed` is shown. */
  readonly reasons: { readonly [statusDetails: string]: string }
  /** By kind of fault. For any other kind, the text of `error` is shown. */
  readonly faults: { readonly [Kind in FaultKind]?: string }
  /** The request that failed, which the shop finds in its log. */
  readonly support: string

  readonly close: string
  readonly canClose: string
  readonly back: string
  readonly unknown: string

  /** Messages that differ for the kinds other than payin. */
  readonly kinds: { readonly [K in Exclude<Kind, 'payin'>]: Overrides }
}

/** Messages that replace others, key by key. In a table such as `methods`, only the entries that differ are needed. */
export type Overrides = {
  readonly [Key in Exclude<keyof Messages, 'kinds'>]?: Messages[Key] extends NoticeText | string
    ? Messages[Key]
    : Partial<Messages[Key]>
}
