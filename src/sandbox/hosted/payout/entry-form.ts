// The three forms for the destination of a payout: their fields with their checks, and the destination that they give.
import { countrySpecs } from 'ibantools'
import { emailField, type FormField } from '../../forms/form.ts'
import type { Form } from '../../forms/read-form.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { countryName } from '../settings.ts'
import { fill, isolate, type Texts } from '../texts/texts.ts'
import type { View } from '../view.ts'
import {
  type Destination,
  findAddressMistake,
  findIbanMistake,
  isHolder,
  plainAddress,
  plainHolder,
  plainIban,
} from './destination.ts'

export function entryFields(method: PayoutMethod, { texts, language }: View): readonly FormField[] {
  switch (method) {
    case 'bank_account':
      return [ibanField(texts, language), holderField(texts)]
    case 'crypto_transfer':
      return [addressField(texts)]
    case 'service_wallet':
      return [emailField(texts.common, texts.payout.emailHint)]
  }
}

/** @param form that has no errors */
export function destinationOf(method: PayoutMethod, form: Form): Destination {
  switch (method) {
    case 'bank_account':
      return { method, iban: plainIban(form.text('iban')), holder: plainHolder(form.text('holder')) }
    case 'crypto_transfer':
      return { method, address: plainAddress(form.text('address')), network: 'polygon' }
    case 'service_wallet':
      return { method, email: form.text('email') }
  }
}

function ibanField({ payout }: Texts, language: string): FormField {
  return {
    name: 'iban',
    label: payout.iban,
    hint: fill(payout.ibanHint, { example: 'DE89 3704 0044 0532 0130 00' }),
    maxlength: 60,
    ltr: true,
    check(typed) {
      const mistake = findIbanMistake(plainIban(typed))
      if (mistake?.reason !== 'length') return mistake && payout.ibanMistakes[mistake.reason]
      const country = typed.slice(0, 2).toUpperCase()
      return fill(payout.ibanLength, {
        country: isolate(countrySpecs[country] ? countryName(country, language) : country),
        expected: mistake.expected,
        found: mistake.found,
      })
    },
  }
}

function holderField({ payout, common }: Texts): FormField {
  return {
    name: 'holder',
    label: common.accountHolder,
    hint: payout.holderHint,
    autocomplete: 'name',
    maxlength: 140,
    check: (typed) => (isHolder(plainHolder(typed)) ? undefined : payout.holderMistake),
  }
}

function addressField({ payout, crypto }: Texts): FormField {
  return {
    name: 'address',
    label: crypto.address,
    hint: payout.addressHint,
    maxlength: 100,
    ltr: true,
    check(typed) {
      const mistake = findAddressMistake(plainAddress(typed))
      return mistake && payout.addressMistakes[mistake]
    },
  }
}
