// The first step: choose a destination method, or confirm the merchant's destination.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderFormError } from '../../forms/field.ts'
import { renderSubmit } from '../../forms/form.ts'
import { methodIcons } from '../icons.ts'
import { payoutMethodsFor } from '../methods-by-country.ts'
import { renderRow } from '../rows.ts'
import { takeTyped } from '../settings.ts'
import { fill, type Texts } from '../texts/texts.ts'
import { type Destination, nameOf } from './destination.ts'
import { type Claim, namesIn } from './payout-flow.ts'
import { renderStep } from './step-page.ts'

export function renderChoice(claim: Claim, wrong = false): Content {
  const chosen = takeTyped(claim.visit, '').method
  const { payout: texts, common } = claim.texts
  const body = html`${wrong ? renderFormError(texts.correction) : ''}
    <form class="stack" method="post" action="${claim.path}/method" novalidate>
      <fieldset class="methods" ${wrong ? html`aria-describedby="method-error"` : ''}>
        <legend class="title"><h2>${texts.chooseTitle}</h2></legend>
        ${wrong ? html`<p class="field-error" id="method-error">${texts.chooseMistake}</p>` : ''}
        <div class="box">${payoutMethodsFor(claim.country).map(
          (method, index) => html`<div class="method">
            <label class="choice">
              <input type="radio" name="method" value="${method}" ${method === chosen ? 'checked' : ''} ${wrong && index === 0 ? 'autofocus' : ''}>
              ${methodIcons[method]}
              <span><span>${claim.texts.payin[method]}</span> <small>${texts.methodNotes[method]}</small></span>
            </label>
          </div>`,
        )}</div>
      </fieldset>
      ${renderSubmit(common.continue)}
    </form>`
  return renderStep(claim, { title: texts.chooseTitle, step: '', body, wrong })
}

export function renderGiven(claim: Claim, given: Destination): Content {
  const { payout: texts } = claim.texts
  const body = html`<h2>${texts.givenTitle}</h2>
    <p class="soft">${fill(texts.givenText, namesIn(claim))}</p>
    ${renderDestination(claim.texts, given, 'masked')}
    <p class="soft">${fill(texts.givenWrong, namesIn(claim))}</p>
    <form method="post" action="${claim.path}/given">${renderSubmit(claim.texts.common.continue)}</form>`
  return renderStep(claim, { title: texts.givenTitle, step: '', body })
}

/** @param shown `masked` for a destination from the merchant, because everyone with the link sees this page */
export function renderDestination(texts: Texts, to: Destination, shown: 'masked' | 'whole'): Content {
  return html`<dl>
    <div><dt>${texts.payout.method}</dt><dd class="row">${methodIcons[to.method]} ${texts.payin[to.method]}</dd></div>
    ${rowsOf(to, texts, shown === 'masked').map(([label, value]) => renderRow(label, value))}
  </dl>`
}

type Row = [label: string, value: Content]

function rowsOf(to: Destination, { payout, crypto, common }: Texts, isMasked: boolean): Row[] {
  const name = html`<bdi dir="ltr">${nameOf(to, isMasked)}</bdi>`
  switch (to.method) {
    case 'bank_account': {
      const holder: Row[] = to.holder ? [[common.accountHolder, html`<bdi>${to.holder}</bdi>`]] : []
      return [[payout.iban, name], ...holder]
    }
    case 'crypto_transfer': {
      const all = whole(to.address)
      const shortened = html`${name} <details><summary>${payout.wholeAddress}</summary>${all}</details>`
      return [
        [crypto.address, isMasked ? shortened : all],
        [common.network, html`<bdi>Polygon</bdi>`],
      ]
    }
    case 'service_wallet':
      return [[common.email, name]]
  }
}

/** In groups of four, which are easy to compare. The groups are styling only, so a copy has no spaces. */
function whole(address: string): Content {
  const groups = address.match(/^0x|.{1,4}/g) ?? []
  return html`<bdi class="mono address" dir="ltr">${groups.map((group) => html`<span>${group}</span><wbr>`)}</bdi>`
}
