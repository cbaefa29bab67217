// The card step: the checks of a card form (length, check digit, expiry), and the test cards that choose an outcome.
import { mask } from '../../service/payers.ts'
import type { PayinStatusDetails } from '../../service/statuses.ts'
import type { Texts } from '../texts/texts.ts'

export type CardFields = { number: string; expiry: string; cvc: string }
export type CardErrors = Partial<CardFields>
export type CheckedCard = { number: string; expiry: string }
export type CardCheck = { ok: true; card: CheckedCard } | { ok: false; errors: CardErrors }

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

/** @param number the digits, or the masked number of a saved card */
export function askIssuer(number: string): IssuerAnswer {
  const isThis = (known: string) => [digitsOf(known), mask(digitsOf(known))].includes(number)
  if (isThis(cardThatChallenges)) return { kind: 'challenges', canPass: true }
  if (isThis(cardThatFailsChallenge)) return { kind: 'challenges', canPass: false }
  const refused = cardsThatFail.find(([known]) => isThis(known))
  return refused ? { kind: 'refuses', details: refused[1] } : { kind: 'agrees' }
}

/** @param now in ms */
export function checkCard(fields: CardFields, now: number, texts: Texts['card']): CardCheck {
  const number = digitsOf(fields.number)
  const [, month = '', year = ''] =
    /^\s*(0[1-9]|1[0-2])\s*\/?\s*(?:20)?([0-9]{2})\s*$/.exec(fields.expiry) ?? []
  const errors = withoutEmpty({
    number: findNumberError(number, texts),
    expiry: findExpiryError(month, year, now, texts),
    cvc: findCvcError(fields.cvc, texts),
  })
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  return { ok: true, card: { number, expiry: `${month}/${year}` } }
}

export function findCvcError(cvc: string, texts: Texts['card']): string | undefined {
  return /^[0-9]{3,4}$/.test(cvc.trim()) ? undefined : texts.cvcShape
}

function withoutEmpty(errors: { [K in keyof CardFields]: string | undefined }): CardErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined))
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
function findExpiryError(month: string, year: string, now: number, texts: Texts['card']): string | undefined {
  if (month === '') return texts.expiryShape
  const endsAt = Date.UTC(2000 + Number(year), Number(month), 1)
  return now < endsAt ? undefined : texts.expired
}
