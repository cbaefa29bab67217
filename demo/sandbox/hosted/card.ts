// The card step: what a card form checks everywhere (length, check digit, expiry), and the numbers by which a
// person or a test chooses the outcome.
import type { Decision } from '../payins.ts'
import type { PayinStatusDetails } from '../transitions.ts'

export type CardFields = { number: string; expiry: string; cvc: string }
export type CardErrors = Partial<CardFields>
export type CardCheck = { ok: true; decision: Decision } | { ok: false; errors: CardErrors }

export const cardThatPays = '4242 4242 4242 4242'

/** Every other number with a correct check digit pays too. DECLINED_BY_PAYER is the Cancel button. */
export const cardsThatFail: readonly [number: string, outcome: PayinStatusDetails][] = [
  ['4000 0000 0000 9995', 'INSUFFICIENT_FUNDS'],
  ['4000 0000 0000 0002', 'DECLINED_BY_ISSUER'],
  ['4000 0000 0000 0069', 'INSTRUMENT_INVALID'],
  ['4000 0000 0000 9979', 'INSTRUMENT_BLOCKED'],
  ['4000 0084 0000 1629', 'AUTHORIZATION_FAILED'],
  ['4100 0000 0000 0019', 'RISK_REJECTED'],
  ['4000 0000 0000 0119', 'PROVIDER_ERROR'],
  ['4000 0000 0000 0259', 'OTHER'],
]

export function checkCard(card: CardFields, now: number): CardCheck {
  const errors = findErrors(card, now)
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const digits = digitsOf(card.number)
  const refused = cardsThatFail.find(([number]) => digitsOf(number) === digits)
  const decision: Decision = refused
    ? { status: 'FAILED', status_details: refused[1] }
    : { status: 'AUTHORIZED' }
  return { ok: true, decision }
}

function findErrors({ number, expiry, cvc }: CardFields, now: number): CardErrors {
  const numberError = findNumberError(digitsOf(number))
  const expiryError = findExpiryError(expiry, now)
  const cvcIsRight = /^[0-9]{3,4}$/.test(cvc.trim())
  return {
    ...(numberError ? { number: numberError } : {}),
    ...(expiryError ? { expiry: expiryError } : {}),
    ...(cvcIsRight ? {} : { cvc: 'Enter the 3 or 4 digits of the security code.' }),
  }
}

function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '')
}

function findNumberError(digits: string): string | undefined {
  if (!/^[0-9]{13,19}$/.test(digits)) return 'Enter the 13 to 19 digits on the front of your card.'
  return hasLuhnCheckDigit(digits) ? undefined : 'This card number has a typing mistake. Please check it.'
}

/** ISO/IEC 7812: every second digit from the right counts double, and the sum ends in 0. */
function hasLuhnCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** A card is good to the end of its month. */
function findExpiryError(expiry: string, now: number): string | undefined {
  const [, month, year] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(?:20)?([0-9]{2})\s*$/.exec(expiry) ?? []
  if (!month || !year) return 'Enter the expiry date as month and year, like 09/31.'
  const endsAt = Date.UTC(2000 + Number(year), Number(month), 1)
  return now < endsAt ? undefined : 'This card has expired. Please use another one.'
}
