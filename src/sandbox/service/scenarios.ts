// Scenarios: an amount, or the payer's e-mail address, chooses the outcome in advance. This table is for all objects;
// docs/sandbox.md and the hosted pages show it. Test cards are in hosted/payin/card.ts.
import type { Money } from './intents.ts'
import type { PayinStatusDetails } from './statuses.ts'

export type Scenario =
  | { kind: 'pays' }
  | { kind: 'fails'; details: PayinStatusDetails }
  /** One minute to pay instead of the usual time. */
  | { kind: 'expires_soon' }
  /** Is SETTLED before it is COMPLETED. */
  | { kind: 'settles_first' }
  /** Stays AUTHORIZED (a payout: PROCESSING) for ever. */
  | { kind: 'stays_authorized' }
  /** COMPLETED, then DISPUTED. */
  | { kind: 'disputed' }
  /** Fails after it was AUTHORIZED. */
  | { kind: 'fails_late' }

export type ScenarioRow = {
  /** In any currency. 66.1 is the same as 66.10. */
  amount: string
  /** The part before `@` or `+`, on any domain. */
  email: string
  scenario: Scenario
}

const fails = (details: PayinStatusDetails): Scenario => ({ kind: 'fails', details })

/** Amounts that are unlikely to be real prices. */
export const scenarioRows: readonly ScenarioRow[] = [
  { amount: '66.01', email: 'insufficient-funds', scenario: fails('INSUFFICIENT_FUNDS') },
  { amount: '66.02', email: 'declined-by-issuer', scenario: fails('DECLINED_BY_ISSUER') },
  { amount: '66.03', email: 'instrument-invalid', scenario: fails('INSTRUMENT_INVALID') },
  { amount: '66.04', email: 'instrument-blocked', scenario: fails('INSTRUMENT_BLOCKED') },
  { amount: '66.05', email: 'authorization-failed', scenario: fails('AUTHORIZATION_FAILED') },
  { amount: '66.06', email: 'declined-by-payer', scenario: fails('DECLINED_BY_PAYER') },
  { amount: '66.07', email: 'risk-rejected', scenario: fails('RISK_REJECTED') },
  { amount: '66.08', email: 'provider-error', scenario: fails('PROVIDER_ERROR') },
  { amount: '66.09', email: 'other', scenario: fails('OTHER') },
  { amount: '66.10', email: 'expires-soon', scenario: { kind: 'expires_soon' } },
  { amount: '66.11', email: 'settles-first', scenario: { kind: 'settles_first' } },
  { amount: '66.12', email: 'stays-authorized', scenario: { kind: 'stays_authorized' } },
  { amount: '66.13', email: 'disputed', scenario: { kind: 'disputed' } },
  { amount: '66.14', email: 'fails-late', scenario: { kind: 'fails_late' } },
]

export const paid: Scenario = { kind: 'pays' }

/** The amount has precedence over the e-mail address. */
export function scenarioOf(amount: Money['value'], email?: string): Scenario {
  const plain = withoutTrailingZeros(amount)
  const local = email?.split(/[@+]/)[0]?.toLowerCase()
  const row =
    scenarioRows.find((each) => withoutTrailingZeros(each.amount) === plain) ??
    scenarioRows.find((each) => each.email === local)
  return row?.scenario ?? paid
}

export type ObjectName = 'payin' | 'payout' | 'bank_transfer' | 'on_ramp'

const ends = { payin: 'COMPLETED', payout: 'COMPLETED', bank_transfer: 'AUTHORIZED', on_ramp: 'COMPLETED' }
const refused = 'FAILED_INTENT'

/** The statuses that show each scenario. */
const outcomes: Record<Scenario['kind'], Record<ObjectName, string>> = {
  pays: ends,
  fails: { payin: 'FAILED', payout: 'PROCESSING → FAILED', bank_transfer: refused, on_ramp: refused },
  expires_soon: { ...ends, payin: '1 min → EXPIRED', payout: '1 min → EXPIRED' },
  settles_first: { ...ends, payin: 'SETTLED → COMPLETED' },
  stays_authorized: { ...ends, payin: 'AUTHORIZED', payout: 'PROCESSING', on_ramp: 'PROCESSING' },
  disputed: { ...ends, payin: 'COMPLETED → DISPUTED' },
  fails_late: {
    ...ends,
    payin: 'AUTHORIZED → FAILED',
    payout: 'PROCESSING → FAILED',
    on_ramp: 'PROCESSING, deposit FAILED',
  },
}

/** What a scenario does to an object, for a table of test values. */
export function outcomeOf(scenario: Scenario, object: ObjectName): string {
  const isDetailed = scenario.kind === 'fails' && object === 'payin'
  return isDetailed ? scenario.details : outcomes[scenario.kind][object]
}

function withoutTrailingZeros(value: string): string {
  return value.includes('.') ? value.replace(/^0+(?=[0-9])/, '').replace(/\.?0+$/, '') : value
}
