// The destination of a payout: from the merchant, or entered by the recipient. What is entered is first made plain
// (without spaces, for example), then checked. A mistake has a reason code here; its message is in the texts.
import { countrySpecs, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { inFours, mask, type Payers } from '../../service/payers.ts'
import type { Payout } from '../../service/payouts.ts'

export type Destination =
  | { method: 'bank_account'; iban: string; holder?: string }
  | { method: 'crypto_transfer'; address: string; network: 'polygon' }
  | { method: 'service_wallet'; email: string }

/** `length` has the expected number of characters of the country's IBANs. */
export type IbanMistake =
  | { reason: 'empty' | 'characters' | 'country' | 'format' | 'check_digits' }
  | { reason: 'length'; expected: number; found: number }

export type AddressMistake = 'empty' | 'prefix' | 'length' | 'characters' | 'nobody'

/** The merchant's destination; `undefined` when the recipient must enter one. */
export function givenDestination({ payment }: Payout, payers: Payers): Destination | undefined {
  switch (payment?.method) {
    case 'bank_account': {
      // A stored account can be missing after a restart. Then the recipient enters one.
      const iban = payment.iban ?? payers.accountOnRecord(payment.instrument_id ?? '')?.iban
      return iban === undefined ? undefined : { method: 'bank_account', iban: plainIban(iban) }
    }
    case 'crypto_transfer':
      return { method: 'crypto_transfer', address: payment.address, network: payment.network }
    case 'service_wallet':
      return payment.email === undefined ? undefined : { method: 'service_wallet', email: payment.email }
    default:
      return undefined
  }
}

/** Accepts spaces, hyphens and lower case. */
export function plainIban(typed: string): string {
  return typed.replace(/[\s\p{Cf}-]/gu, '').toUpperCase()
}

/** @param iban from `plainIban` */
export function findIbanMistake(iban: string): IbanMistake | undefined {
  if (iban === '') return { reason: 'empty' }
  if (/[^A-Z0-9]/.test(iban)) return { reason: 'characters' }
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return undefined
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) return { reason: 'country' }
  // Check the length first: a missing digit makes the check digits wrong too, but the length is easier to correct.
  const expected = countrySpecs[iban.slice(0, 2)]?.chars
  if (expected && iban.length !== expected) return { reason: 'length', expected, found: iban.length }
  const isMalformed = errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)
  return { reason: isMalformed ? 'format' : 'check_digits' }
}

export function plainAddress(typed: string): string {
  return typed.replace(/\s/g, '').replace(/^0X/, '0x')
}

/**
 * An address on Polygon. The checksum in its letter case is not checked: many wallets show it without one.
 * @param address from `plainAddress`
 */
export function findAddressMistake(address: string): AddressMistake | undefined {
  if (address === '') return 'empty'
  if (!address.startsWith('0x')) return 'prefix'
  if (/[^0-9a-f]/i.test(address.slice(2))) return 'characters'
  if (address.length !== 42) return 'length'
  // All zeros is a valid address without an owner: money sent there is lost.
  return /^0x0+$/.test(address) ? 'nobody' : undefined
}

/** A name on one line. */
export function plainHolder(typed: string): string {
  return typed.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}

/** A person's or company's name of at most 70 characters, as in bank transfers. */
export function isHolder(name: string): boolean {
  return /\p{Letter}{2}/u.test(name) && name.length <= 70
}

/** @param isMasked for a destination from the merchant: enough to recognise it, not enough to use it */
export function nameOf(to: Destination, isMasked: boolean): string {
  switch (to.method) {
    case 'bank_account':
      return inFours(isMasked ? mask(to.iban) : to.iban)
    case 'crypto_transfer':
      // `0x7a6f5c…9fa0b1`
      return `${to.address.slice(0, 8)}…${to.address.slice(-6)}`
    case 'service_wallet':
      return isMasked ? maskedEmail(to.email) : to.email
  }
}

function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split(/@(?=[^@]*$)/)
  return `${[...local][0] ?? ''}***@${domain}`
}
