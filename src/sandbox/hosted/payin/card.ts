// The card: its fields with their checks (length, check digit, expiry), and the test cards that choose an outcome.
import type { FormField } from '../../forms/form.ts'
import type { Form } from '../../forms/read-form.ts'
import { mask } from '../../service/payers.ts'
import type { PayinStatusDetails } from '../../service/statuses.ts'
import type { Texts } from '../texts/texts.ts'

export type CheckedCard = { number: string; expiry: string }

/** The issuer's answer to a charge. */
export type IssuerAnswer =
  | { kind: 'agrees' }
  | { kind: 'refuses'; details: PayinStatusDetails }
  /** 3-D Secure. `canPass`: whether a right code exists. */
  | { kind: 'challenges'; canPass: boolean }

export const cardThatPays = '4242 4242 4242 4242'
export const cardThatChallenges = '4000 0000 0000 3220'
export const cardThatFailsChallenge = '4000 0084 0000 1629'

/** Every other number with a correct check digit pays. DECLINED_BY_PAYER comes from the Cancel button. */
export const cardsThatFail: readonly [number: string, outcome: PayinStatusDetails][] = [
  ['4000 0000 0000 9995', 'INSUFFICIENT_FUNDS'],
  ['4000 0000 0000 0002', 'DECLINED_BY_ISSUER'],
  ['4000 0000 0000 0069', 'INSTRUMENT_INVALID'],
  ['4000 0000 0000 9979', 'INSTRUMENT_BLOCKED'],
  ['4100 0000 0000 0019', 'RISK_REJECTED'],
  ['4000 0000 0000 0119', 'PROVIDER_ERROR'],
  ['4000 0000 0000 0259', 'OTHER'],
]

/** All test cards, for a table. */
export const testCards: readonly [number: string, outcome: string][] = [
  [cardThatPays, 'COMPLETED'],
  [cardThatChallenges, '3-D Secure (1234) → COMPLETED'],
  [cardThatFailsChallenge, '3-D Secure → AUTHORIZATION_FAILED'],
  ...cardsThatFail,
]

/** @param number the digits, or the masked number of a saved card */
export function askIssuer(number: string): IssuerAnswer {
  const isThis = (known: string) => [digitsOf(known), mask(digitsOf(known))].includes(number)
  if (isThis(cardThatChallenges)) return { kind: 'challenges', canPass: true }
  if (isThis(cardThatFailsChallenge)) return { kind: 'challenges', canPass: false }
  const refused = cardsThatFail.find(([known]) => isThis(known))
  return refused ? { kind: 'refuses', details: refused[1] } : { kind: 'agrees' }
}

/** @param now in ms */
export function cardFields(texts: Texts['card'], now: number): FormField[] {
  return [
    {
      ...digitsField,
      name: 'card-number',
      label: texts.number,
      placeholder: '1234 5678 9012 3456',
      autocomplete: 'cc-number',
      maxlength: 23,
      check: (typed) => findNumberError(digitsOf(typed), texts),
    },
    {
      ...digitsField,
      name: 'card-expiry',
      label: texts.expiry,
      placeholder: texts.expiryHint,
      autocomplete: 'cc-exp',
      maxlength: 7,
      check: (typed) => findExpiryError(typed, now, texts),
    },
    codeField('card-cvc', texts),
    { name: 'card-name', label: texts.name, autocomplete: 'cc-name', maxlength: 80 },
  ]
}

const digitsField = { inputmode: 'numeric', ltr: true } as const

/** The security code of a card. */
export function codeField(name: string, texts: Texts['card']): FormField {
  return {
    ...digitsField,
    name,
    label: texts.cvc,
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    maxlength: 4,
    secret: true,
    check: (typed) => (/^[0-9]{3,4}$/.test(typed) ? undefined : texts.cvcShape),
  }
}

/** @param form that has no errors */
export function cardOf(form: Form): CheckedCard {
  const { month, year } = readExpiry(form.text('card-expiry'))
  return { number: digitsOf(form.text('card-number')), expiry: `${month}/${year}` }
}

function digitsOf(number: string): string {
  return number.replace(/[\s-]/g, '')
}

function findNumberError(digits: string, texts: Texts['card']): string | undefined {
  if (!/^[0-9]{13,19}$/.test(digits)) return texts.numberLength
  return hasLuhnCheckDigit(digits) ? undefined : texts.numberCheck
}

/** ISO/IEC 7812: every second digit from the right counts double, and the sum ends in 0. */
function hasLuhnCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** A card is valid to the end of its month. */
function findExpiryError(typed: string, now: number, texts: Texts['card']): string | undefined {
  const { month, year } = readExpiry(typed)
  if (month === '') return texts.expiryShape
  const endsAt = Date.UTC(2000 + Number(year), Number(month), 1)
  return now < endsAt ? undefined : texts.expired
}

/** Two digits each; empty when it is no expiry date. */
function readExpiry(typed: string): { month: string; year: string } {
  const [, month = '', year = ''] = /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?([0-9]{2})\s*$/.exec(typed) ?? []
  return { month, year }
}
