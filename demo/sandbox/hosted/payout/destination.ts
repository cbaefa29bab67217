// The destination of a payout: from the merchant, or entered by the recipient, then validated and normalised. A mistake
// has a reason code here; its message is in the texts.
import { countrySpecs, friendlyFormatIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { mask, type Payers } from '../../service/payers.ts'
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

type Read<T, Mistake> = { ok: true; value: T } | { ok: false; mistake: Mistake }

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
export function readIban(typed: string): Read<string, IbanMistake> {
  const iban = plainIban(typed)
  if (iban === '') return { ok: false, mistake: { reason: 'empty' } }
  if (/[^A-Z0-9]/.test(iban)) return { ok: false, mistake: { reason: 'characters' } }
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return { ok: true, value: iban }
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) {
    return { ok: false, mistake: { reason: 'country' } }
  }
  // Check the length first: a missing digit makes the check digits wrong too, but the length is easier to correct.
  const expected = countrySpecs[iban.slice(0, 2)]?.chars
  if (expected && iban.length !== expected) {
    return { ok: false, mistake: { reason: 'length', expected, found: iban.length } }
  }
  const isMalformed = errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)
  return { ok: false, mistake: { reason: isMalformed ? 'format' : 'check_digits' } }
}

/** An address on Polygon. The checksum in its letter case is not checked: many wallets show it without one. */
export function readAddress(typed: string): Read<string, AddressMistake> {
  const address = typed.replace(/\s/g, '').replace(/^0X/, '0x')
  if (address === '') return { ok: false, mistake: 'empty' }
  if (!address.startsWith('0x')) return { ok: false, mistake: 'prefix' }
  if (/[^0-9a-f]/i.test(address.slice(2))) return { ok: false, mistake: 'characters' }
  if (address.length !== 42) return { ok: false, mistake: 'length' }
  // All zeros is a valid address without an owner: money sent there is lost.
  if (/^0x0+$/.test(address)) return { ok: false, mistake: 'nobody' }
  return { ok: true, value: address }
}

export function readEmail(typed: string): string | undefined {
  const email = typed.trim()
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? email : undefined
}

/** A person's or company's name on one line, at most 70 characters, as in bank transfers; `undefined` when invalid. */
export function readHolder(typed: string): string | undefined {
  const name = typed.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return /\p{Letter}{2}/u.test(name) && name.length <= 70 ? name : undefined
}

function plainIban(typed: string): string {
  return typed.replace(/[\s\p{Cf}-]/gu, '').toUpperCase()
}

/** In groups of four, as on bank statements. */
export function groupedIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban
}

/** For a destination from the merchant: enough to recognise it, not enough to use it. */
export function maskedIban(iban: string): string {
  return mask(iban).replace(/(.{4})(?=.)/g, '$1 ')
}

export function maskedEmail(email: string): string {
  const [local = '', domain = ''] = email.split(/@(?=[^@]*$)/)
  return `${[...local][0] ?? ''}***@${domain}`
}

/** `0x7a6f5c…9fa0b1` */
export function shortAddress(address: string): string {
  return `${address.slice(0, 8)}…${address.slice(-6)}`
}
