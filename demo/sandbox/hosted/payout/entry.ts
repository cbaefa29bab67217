// Parses the entry forms into a destination, or into error messages for the fields.
import { countrySpecs } from 'ibantools'
import type { Form } from '../../forms/read-form.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { isolate } from '../scenario-table.ts'
import { countryName } from '../settings.ts'
import { fill, type Texts } from '../texts/texts.ts'
import {
  type Destination,
  type IbanMistake,
  readAddress,
  readEmail,
  readHolder,
  readIban,
} from './destination.ts'

export type EntryField = 'iban' | 'holder' | 'address' | 'email'
export type EntryErrors = Partial<Record<EntryField, string>>
export type Entry = { ok: true; destination: Destination } | { ok: false; errors: EntryErrors }

export function readEntry(method: PayoutMethod, form: Form, texts: Texts, language: string): Entry {
  switch (method) {
    case 'bank_account':
      return readAccount(form, texts, language)
    case 'crypto_transfer': {
      const address = readAddress(form.text('address'))
      if (!address.ok)
        return { ok: false, errors: { address: texts.payout.addressMistakes[address.mistake] } }
      return { ok: true, destination: { method, address: address.value, network: 'polygon' } }
    }
    case 'service_wallet': {
      const email = readEmail(form.text('email'))
      if (email === undefined) return { ok: false, errors: { email: texts.payout.emailMistake } }
      return { ok: true, destination: { method, email } }
    }
  }
}

function readAccount(form: Form, texts: Texts, language: string): Entry {
  const iban = readIban(form.text('iban'))
  const holder = readHolder(form.text('holder'))
  if (iban.ok && holder !== undefined) {
    return { ok: true, destination: { method: 'bank_account', iban: iban.value, holder } }
  }
  const errors: EntryErrors = {
    ...(iban.ok ? {} : { iban: ibanError(iban.mistake, form.text('iban'), texts, language) }),
    ...(holder === undefined ? { holder: texts.payout.holderMistake } : {}),
  }
  return { ok: false, errors }
}

function ibanError(mistake: IbanMistake, typed: string, { payout }: Texts, language: string): string {
  if (mistake.reason !== 'length') return payout.ibanMistakes[mistake.reason]
  const country = typed.trim().slice(0, 2).toUpperCase()
  return fill(payout.ibanLength, {
    country: isolate(countrySpecs[country] ? countryName(country, language) : country),
    expected: mistake.expected,
    found: mistake.found,
  })
}
