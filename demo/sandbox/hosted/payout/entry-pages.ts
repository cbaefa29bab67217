// The three forms for the destination of a payout.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { type Field, renderField, renderFormError } from '../../forms/field.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { fill, type Texts, textsFor } from '../texts/texts.ts'
import type { EntryErrors, EntryField } from './entry.ts'
import { entrySteps, renderStep, type View } from './step-page.ts'

export type Entered = { values: Partial<Record<EntryField, string>>; errors: EntryErrors }

type Form = { title: string; note?: string; fields: readonly (Field & { name: EntryField; hint: string })[] }

/** @param hasChoice whether the recipient chose the method: then there is a link back to the choice */
export function renderEntry(view: View, method: PayoutMethod, entered: Entered, hasChoice: boolean): Content {
  const texts = textsFor(view.language)
  const { title, note, fields } = formOf(method, texts)
  const firstWrong = fields.find(({ name }) => entered.errors[name] !== undefined)?.name
  const wrong = firstWrong !== undefined
  const step = entrySteps[method]
  const body = html`<h2>${title}</h2>
    ${wrong ? renderFormError(texts.payout.correction) : ''}
    ${note === undefined ? '' : html`<p class="soft">${note}</p>`}
    <form class="stack" method="post" action="${view.path}${step}" novalidate>
      ${fields.map((field) =>
        renderField({
          ...field,
          value: entered.values[field.name],
          error: entered.errors[field.name],
          focused: field.name === firstWrong,
        }),
      )}
      <button class="primary pay-button" type="submit">${texts.common.continue}</button>
    </form>`
  return renderStep(view, { title, step, body, wrong, ...(hasChoice ? { back: '' } : {}) })
}

function formOf(method: PayoutMethod, { payout: texts, common }: Texts): Form {
  switch (method) {
    case 'bank_account':
      return {
        title: texts.bankTitle,
        fields: [
          {
            name: 'iban',
            label: texts.iban,
            hint: fill(texts.ibanHint, { example: 'DE89 3704 0044 0532 0130 00' }),
            maxlength: 60,
            ltr: true,
          },
          {
            name: 'holder',
            label: common.accountHolder,
            hint: texts.holderHint,
            autocomplete: 'name',
            maxlength: 140,
          },
        ],
      }
    case 'crypto_transfer':
      return {
        title: texts.cryptoTitle,
        note: texts.networkNote,
        fields: [
          { name: 'address', label: texts.address, hint: texts.addressHint, maxlength: 100, ltr: true },
        ],
      }
    case 'service_wallet':
      return {
        title: texts.walletTitle,
        fields: [
          {
            name: 'email',
            label: common.email,
            hint: texts.emailHint,
            type: 'email',
            inputmode: 'email',
            autocomplete: 'email',
            maxlength: 254,
            ltr: true,
          },
        ],
      }
  }
}
