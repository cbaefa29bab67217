// The last pages: compare an entered address, review, refuse.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { isolate } from '../scenario-table.ts'
import { fill, textsFor } from '../texts/texts.ts'
import { type Destination, groupedIban, maskedEmail, maskedIban, shortAddress } from './destination.ts'
import { renderDestination } from './destination-pages.ts'
import type { Draft } from './drafts.ts'
import { amountIn, entrySteps, merchantOf, renderStep, type View } from './step-page.ts'

export function renderAddressCheck(view: View, { destination, version }: Draft): Content {
  const { payout: texts } = textsFor(view.language)
  const body = html`<h2>${texts.checkTitle}</h2>
    <p class="soft">${texts.checkText}</p>
    ${renderDestination(view.language, destination, 'whole')}
    <form method="post" action="${view.path}/check">
      <input type="hidden" name="version" value="${version}">
      <button class="primary pay-button" type="submit">${texts.checkDone}</button>
    </form>`
  return renderStep(view, { title: texts.checkTitle, step: '/check', body, back: entrySteps.crypto_transfer })
}

/** @param isGiven whether the destination is the merchant's: then it is masked, and "Back" leads to the first step */
export function renderReview(view: View, { destination, version }: Draft, isGiven: boolean): Content {
  const { payout: texts } = textsFor(view.language)
  const body = html`<h2>${texts.reviewTitle}</h2>
    <p>${fill(texts.reviewSentence, { amount: amountIn(view), destination: isolate(nameOf(destination, isGiven)) })}</p>
    ${renderDestination(view.language, destination, isGiven ? 'masked' : 'whole')}
    <form method="post" action="${view.path}/confirm">
      <input type="hidden" name="version" value="${version}">
      <button class="primary pay-button" type="submit">${texts.confirm}</button>
    </form>`
  const back = isGiven ? '' : entrySteps[destination.method]
  return renderStep(view, { title: texts.reviewTitle, step: '/review', body, back })
}

function nameOf(to: Destination, isMasked: boolean): string {
  switch (to.method) {
    case 'bank_account':
      return isMasked ? maskedIban(to.iban) : groupedIban(to.iban)
    case 'crypto_transfer':
      return shortAddress(to.address)
    case 'service_wallet':
      return isMasked ? maskedEmail(to.email) : to.email
  }
}

export function renderRefusal(view: View): Content {
  const { payout: texts } = textsFor(view.language)
  const body = html`<h2>${texts.refuseTitle}</h2>
    <p class="soft">${fill(texts.refuseText, { amount: amountIn(view), merchant: isolate(merchantOf(view.payout)) })}</p>
    <form method="post" action="${view.path}/refuse">
      <button class="primary danger pay-button" type="submit">${texts.refuseDone}</button>
    </form>
    <p class="way-out"><a class="quiet" href="${view.path}">${texts.refuseBack}</a></p>`
  return renderStep(view, { title: texts.refuseTitle, step: '/refuse', body })
}
