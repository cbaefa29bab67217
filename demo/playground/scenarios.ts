// The table of scenarios. Names and parameters of faults are those of the sandbox's README.

/** Kinds of payment whose status the sandbox can change. */
export type Movable = 'payin' | 'payout' | 'bank_transfer'

interface ScenarioText {
  readonly name: string
  readonly title: string
  /** Its effect, in a line. */
  readonly does: string
  /** What the visitor will see. */
  readonly see: string
}

/** A fault that stays active at the sandbox until it is removed. */
export interface LastingScenario extends ScenarioText {
  readonly how: 'lasting'
  readonly fault: Readonly<Record<string, string | number>>
}

/** Changes one payment, once. */
export interface OneTimeScenario extends ScenarioText {
  readonly how: 'strikes'
  /** The event that triggers it: the hosted page is open, or the shopper pressed Cancel in the checkout. */
  readonly after: 'open' | 'cancel'
  /** The new status for each kind of payment that supports it. */
  readonly moves: Readonly<Partial<Record<Movable, Readonly<Record<string, string>>>>>
}

/** Simulated once by the page itself, without a server. */
export interface PlayedScenario extends ScenarioText {
  readonly how: 'played'
}

export type Scenario = LastingScenario | OneTimeScenario | PlayedScenario

export const scenarios: readonly Scenario[] = [
  {
    how: 'strikes',
    name: 'declined',
    title: 'Declined',
    does: 'The next payment is refused as soon as its hosted page is open.',
    see: 'The checkout says so, dispatches `payment-failed`, and offers another try.',
    after: 'open',
    moves: {
      payin: { status: 'FAILED', status_details: 'DECLINED_BY_ISSUER' },
      payout: { status: 'FAILED' },
      bank_transfer: { paymentStatus: 'FAILED_INTENT' },
    },
  },
  {
    how: 'strikes',
    name: 'expired',
    title: 'Expired',
    does: 'The next payment runs out of time as soon as its hosted page is open.',
    see: '`payment-expired`, and another try makes a new payment.',
    after: 'open',
    moves: { payin: { status: 'EXPIRED' }, payout: { status: 'EXPIRED' } },
  },
  {
    how: 'strikes',
    name: 'late',
    title: 'Late success',
    does: 'You press pay, then Cancel in the checkout; the money comes all the same.',
    see: '`payment-cancel`, then `payment-complete`: nobody pays twice.',
    after: 'cancel',
    moves: {
      payin: { status: 'COMPLETED' },
      payout: { status: 'COMPLETED' },
      bank_transfer: { paymentStatus: 'AUTHORIZED' },
    },
  },
  {
    how: 'played',
    name: 'blocked',
    title: 'Blocked popup',
    does: 'This page refuses the window at the next press, as a popup blocker does.',
    see: '`payment-blocked`; with `mode` auto the redirect follows, with popup a way to go on.',
  },
  {
    how: 'lasting',
    name: 'coop',
    title: 'COOP on the hosted page',
    does: 'The hosted page sends `Cross-Origin-Opener-Policy: same-origin`, so its window reads as closed.',
    see: '“Window closed?” with ways to go on. Pay in it, and it is paid.',
    fault: { fault: 'coop', value: 'same-origin' },
  },
  {
    how: 'lasting',
    name: 'slow',
    title: 'Slow network',
    does: 'Each answer of the payment service to the shop’s server takes 2.5 seconds.',
    see: 'The window shows a waiting text; the change comes later, and once.',
    fault: { fault: 'latency', ms: 2_500 },
  },
  {
    how: 'lasting',
    name: 'lost',
    title: 'Lost webhooks',
    does: 'The service sends no webhook.',
    see: 'Paid all the same: the shop’s server asks by itself.',
    fault: { fault: 'webhook_lost' },
  },
  {
    how: 'lasting',
    name: 'too_many',
    title: '429',
    does: 'The service answers every call with 429 and asks to wait a second.',
    see: 'The checkout tries again with the same key, for two minutes. Take this back, and it goes on.',
    fault: { fault: 'rate_limit', retry_after: 1 },
  },
  {
    how: 'lasting',
    name: 'down',
    title: 'Service down',
    does: 'The service answers every call with 503.',
    see: 'The same: nothing is paid twice. After two minutes `payment-error`, which is `retryable`.',
    fault: { fault: 'error', status: 503, work: 'undone' },
  },
]

export const lastingScenario = (name: string): LastingScenario | undefined =>
  scenarios.find((scenario) => scenario.how === 'lasting' && scenario.name === name) as
    | LastingScenario
    | undefined

export const oneTimeScenario = (name: string): OneTimeScenario | undefined =>
  scenarios.find((scenario) => scenario.how === 'strikes' && scenario.name === name) as
    | OneTimeScenario
    | undefined
