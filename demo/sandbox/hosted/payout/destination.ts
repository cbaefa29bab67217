// Where a payout goes: what the merchant said at creation, or what the recipient types, checked and made plain.
// A reason why something is not accepted is a word here; the sentence for it stands in the texts.
import { countrySpecs, friendlyFormatIBAN, ValidationErrorsIBAN, validateIBAN } from 'ibantools'
import { mask, type Payers } from '../../service/payers.ts'
import type { Payout } from '../../service/payouts.ts'

export type Destination =
  | { method: 'bank_account'; iban: string; holder?: string }
  | { method: 'crypto_transfer'; address: string; network: 'polygon' }
  | { method: 'service_wallet'; email: string }

/** `length` says how many characters the country's IBANs have. */
export type IbanMistake =
  | { reason: 'empty' | 'characters' | 'country' | 'format' | 'check_digits' }
  | { reason: 'length'; expected: number; found: number }

export type AddressMistake = 'empty' | 'prefix' | 'length' | 'characters' | 'nobody'

type Read<T, Mistake> = { ok: true; value: T } | { ok: false; mistake: Mistake }

/** What the merchant fixed; `undefined` when the recipient has still to say it. */
export function givenDestination({ payment }: Payout, payers: Payers): Destination | undefined {
  switch (payment?.method) {
    case 'bank_account': {
      // An account on record can be gone after a restart: then the recipient types one, which beats a dead page.
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

/** Spaces, hyphens and small letters are how people write an IBAN, not mistakes. */
export function readIban(typed: string): Read<string, IbanMistake> {
  const iban = plainIban(typed)
  if (iban === '') return { ok: false, mistake: { reason: 'empty' } }
  if (/[^A-Z0-9]/.test(iban)) return { ok: false, mistake: { reason: 'characters' } }
  const { valid, errorCodes } = validateIBAN(iban)
  if (valid) return { ok: true, value: iban }
  if (errorCodes.includes(ValidationErrorsIBAN.NoIBANCountry)) {
    return { ok: false, mistake: { reason: 'country' } }
  }
  // The length first: a digit too few makes the check digits wrong as well, but it is what the recipient can see.
  const expected = countrySpecs[iban.slice(0, 2)]?.chars
  if (expected && iban.length !== expected) {
    return { ok: false, mistake: { reason: 'length', expected, found: iban.length } }
  }
  const isMalformed = errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat)
  return { ok: false, mistake: { reason: isMalformed ? 'format' : 'check_digits' } }
}

/** An address on Polygon. Its letter case is not verified: wallets show it with and without a checksum. */
export function readAddress(typed: string): Read<string, AddressMistake> {
  const address = typed.replace(/\s/g, '').replace(/^0X/, '0x')
  if (address === '') return { ok: false, mistake: 'empty' }
  if (!address.startsWith('0x')) return { ok: false, mistake: 'prefix' }
  if (/[^0-9a-f]/i.test(address.slice(2))) return { ok: false, mistake: 'characters' }
  if (address.length !== 42) return { ok: false, mistake: 'length' }
  // All zeros is a valid address that nobody has the key of: money sent there is gone.
  if (/^0x0+$/.test(address)) return { ok: false, mistake: 'nobody' }
  return { ok: true, value: address }
}

export function readEmail(typed: string): string | undefined {
  const email = typed.trim()
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) ? email : undefined
}

/** A person's or company's name on one line; `undefined` when there is none. At most 70 characters, as banks have it. */
export function readHolder(typed: string): string | undefined {
  const name = typed.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  return /\p{Letter}{2}/u.test(name) && name.length <= 70 ? name : undefined
}

function plainIban(typed: string): string {
  return typed.replace(/[\s\p{Cf}-]/gu, '').toUpperCase()
}

/** In groups of four, as it is printed on statements. */
export function groupedIban(iban: string): string {
  return friendlyFormatIBAN(iban) ?? iban
}

/** For what somebody else has said: enough to recognise it, too little to use it. */
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
