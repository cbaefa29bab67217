// The options of a simulated shopper, and the part of a browser page that it needs.

/** The used part of a Playwright `Locator`. */
export interface HostedControl {
  count(): Promise<number>
  first(): HostedControl
  click(options?: { timeout?: number }): Promise<void>
  check(options?: { timeout?: number }): Promise<void>
  fill(value: string, options?: { timeout?: number }): Promise<void>
  getAttribute(name: string): Promise<string | null>
}

/** The used part of a Playwright `Page`. Any object with these methods works. */
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

/** Why the issuer refuses a card. */
export type CardRefusal =
  | 'INSUFFICIENT_FUNDS'
  | 'DECLINED_BY_ISSUER'
  | 'INSTRUMENT_INVALID'
  | 'INSTRUMENT_BLOCKED'
  | 'RISK_REJECTED'
  | 'PROVIDER_ERROR'
  | 'OTHER'

/** Why a bank refuses. `AUTHORIZATION_FAILED`: the payer refuses in the bank's pages. */
export type BankRefusal =
  | 'AUTHORIZATION_FAILED'
  | 'DECLINED_BY_ISSUER'
  | 'INSUFFICIENT_FUNDS'
  | 'INSTRUMENT_BLOCKED'

interface PageTimeout {
  /** Time limit for each page, in milliseconds. Default: 15 000. */
  readonly timeoutMs?: number
}

/** How to pay. `refused` makes the payment fail with these `status_details`. */
export type Paying = PageTimeout &
  (
    | { readonly with: 'card'; readonly refused?: CardRefusal }
    /** A card that asks for a code. */
    | { readonly with: '3-D Secure'; readonly refused?: 'AUTHORIZATION_FAILED' }
    /** Also for bank transfers and on-ramps. Their refusals have no details. */
    | { readonly with: 'bank'; readonly refused?: BankRefusal }
    | { readonly with: 'wallet'; readonly refused?: 'INSUFFICIENT_FUNDS' }
    /** `cancel`: the shopper gives up. `decline`: the payment is refused. `expire`: the time to pay is over. */
    | {
        readonly with: 'crypto' | 'google pay' | 'apple pay' | 'cancel' | 'decline' | 'expire'
        readonly refused?: undefined
      }
  )

export type WayToPay = Paying['with']

/** Where a payout goes. Details that your server has set are confirmed. `decline`: the recipient refuses the money. */
export type Claiming = PageTimeout & {
  readonly to: 'bank account' | 'crypto wallet' | 'wallet' | 'decline' | 'expire'
}
