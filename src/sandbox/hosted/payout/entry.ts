// The three forms for the destination of a payout: their steps, their fields with the checks, and what they give. A
// payout only allows the forms that the merchant's request leaves open.

import { html } from 'hono/html'
import { countrySpecs } from 'ibantools'
import type { Content } from '../../forms/content.ts'
import { renderFormError } from '../../forms/field.ts'
import {
  emailField,
  type Filled,
  type FormField,
  isWrong,
  prefilled,
  readFields,
  renderForm,
} from '../../forms/form.ts'
import { type Form, readForm } from '../../forms/read-form.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { inFours } from '../../service/payers.ts'
import { countryName, takeTyped } from '../settings.ts'
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
import type { Claim, PayoutFlow } from './payout-flow.ts'
import { entrySteps, renderStep } from './step-page.ts'

export function mountEntrySteps({ whileOpen, drafts, givenTo }: PayoutFlow): void {
  function isAllowed(claim: Claim, method: PayoutMethod): boolean {
    const { payment } = claim.payout
    return !givenTo(claim) && (payment === undefined || payment.method === method)
  }

  for (const [method, step] of Object.entries(entrySteps) as [PayoutMethod, string][]) {
    whileOpen.get(step, (c, claim) => {
      if (!isAllowed(claim, method)) return c.redirect(claim.path, 303)
      const before = enteredBefore(drafts.of(claim.visit)?.destination, method)
      const filled = prefilled({ ...before, ...takeTyped(claim.visit, step) })
      return c.html(renderEntry(claim, method, filled))
    })
    whileOpen.post(step, async (c, claim) => {
      if (!isAllowed(claim, method)) return c.redirect(claim.path, 303)
      const form = await readForm(c)
      const filled = readFields(form, entryFields(method, claim))
      if (isWrong(filled)) return c.html(renderEntry(claim, method, filled), 422)
      // A crypto transfer cannot be reversed, so the recipient compares an entered address once more.
      const needsCheck = method === 'crypto_transfer'
      drafts.put(claim.visit, destinationOf(method, form), !needsCheck)
      return c.redirect(claim.path + (needsCheck ? '/check' : '/review'), 303)
    })
  }
}

/** The earlier input, for a recipient who goes back to the form. */
function enteredBefore(destination: Destination | undefined, method: PayoutMethod): Filled['values'] {
  if (destination?.method !== method) return {}
  const { method: _, ...values } = destination
  return 'iban' in values ? { ...values, iban: inFours(values.iban) } : values
}

function renderEntry(claim: Claim, method: PayoutMethod, filled: Filled): Content {
  const { payin, payout, common } = claim.texts
  const title = payin[method]
  const fields = entryFields(method, claim)
  const step = entrySteps[method]
  const wrong = isWrong(filled)
  const body = html`<h2>${title}</h2>
    ${wrong ? renderFormError(payout.correction) : ''}
    ${method === 'crypto_transfer' ? html`<p class="soft">${payout.networkNote}</p>` : ''}
    ${renderForm({ action: `${claim.path}${step}`, fields, filled, button: common.continue })}`
  // Only a recipient who chose the method can go back to the choice.
  return renderStep(claim, { title, step, body, wrong, back: claim.payout.payment ? undefined : '' })
}

function entryFields(method: PayoutMethod, { texts, language }: View): readonly FormField[] {
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
function destinationOf(method: PayoutMethod, form: Form): Destination {
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
