// What a shopper can do on the hosted pages, and what of a browser's page that takes.

/** As much of a Playwright `Locator` as is used. */
export interface HostedControl {
  count(): Promise<number>
  first(): HostedControl
  click(options?: { timeout?: number }): Promise<void>
  check(options?: { timeout?: number }): Promise<void>
  fill(value: string, options?: { timeout?: number }): Promise<void>
  getAttribute(name: string): Promise<string | null>
}

/** As much of a Playwright `Page` as is used: any object that has these. */
export interface HostedPage {
  url(): string
  title(): Promise<string>
  isClosed(): boolean
  waitForLoadState(state: 'domcontentloaded'): Promise<void>
  getByRole(
    role: 'button' | 'link' | 'radio',
    options: { name: string | RegExp; exact?: boolean },
  ): HostedControl
  getByLabel(label: string, options: { exact: boolean }): HostedControl
  locator(selector: string): HostedControl
}

/** Why a card is refused by its issuer. */
export type CardRefusal =
  | 'INSUFFICIENT_FUNDS'
  | 'DECLINED_BY_ISSUER'
  | 'INSTRUMENT_INVALID'
  | 'INSTRUMENT_BLOCKED'
  | 'RISK_REJECTED'
  | 'PROVIDER_ERROR'
  | 'OTHER'

/** Why a bank refuses; `AUTHORIZATION_FAILED` is the payer's own refusal there. */
export type BankRefusal =
  | 'AUTHORIZATION_FAILED'
  | 'DECLINED_BY_ISSUER'
  | 'INSUFFICIENT_FUNDS'
  | 'INSTRUMENT_BLOCKED'

interface PageTimeout {
  /** How long any one page may take, in milliseconds. Default: 15 000. */
  readonly timeoutMs?: number
}

/** How a payment is paid, and whether that works out: `refused` is the `status_details` of its failure. */
export type Paying = PageTimeout &
  (
    | { readonly with: 'card'; readonly refused?: CardRefusal }
    /** A card that asks for a code. */
    | { readonly with: '3-D Secure'; readonly refused?: 'AUTHORIZATION_FAILED' }
    /** Also for bank transfers and on-ramps, whose refusals have no details. */
    | { readonly with: 'bank'; readonly refused?: BankRefusal }
    | { readonly with: 'wallet'; readonly refused?: 'INSUFFICIENT_FUNDS' }
    /** `cancel`: the shopper gives up. `decline`: whoever is asked refuses, at any step. `expire`: the time to pay is over. */
    | {
        readonly with: 'crypto' | 'google pay' | 'apple pay' | 'cancel' | 'decline' | 'expire'
        readonly refused?: undefined
      }
  )

export type WayToPay = Paying['with']

/** Where the money of a payout goes. What your server has fixed is confirmed as it is. `decline`: the recipient wants none. */
export type Claiming = PageTimeout & {
  readonly to: 'bank account' | 'crypto wallet' | 'wallet' | 'decline' | 'expire'
}
