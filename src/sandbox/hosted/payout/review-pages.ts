// The last pages: compare an entered address, review, refuse.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderSubmit } from '../../forms/form.ts'
import { inFours } from '../../service/payers.ts'
import { fill, isolate } from '../texts/texts.ts'
import { type Destination, maskedEmail, maskedIban, shortAddress } from './destination.ts'
import { renderDestination } from './destination-pages.ts'
import type { Draft } from './drafts.ts'
import { type Claim, namesIn } from './payout-flow.ts'
import { entrySteps, renderStep } from './step-page.ts'

export function renderAddressCheck(claim: Claim, draft: Draft): Content {
  const { payout } = claim.texts
  const body = html`<h2>${payout.checkTitle}</h2>
    <p class="soft">${payout.checkText}</p>
    ${renderDestination(claim.texts, draft.destination, 'whole')}
    ${renderConfirmation(`${claim.path}/check`, draft, payout.checkDone)}`
  return renderStep(claim, {
    title: payout.checkTitle,
    step: '/check',
    body,
    back: entrySteps.crypto_transfer,
  })
}

/** @param isGiven whether the destination is the merchant's: then it is masked, and "Back" leads to the first step */
export function renderReview(claim: Claim, draft: Draft, isGiven: boolean): Content {
  const { payout } = claim.texts
  const { destination } = draft
  const names = { ...namesIn(claim), destination: isolate(nameOf(destination, isGiven)) }
  const body = html`<h2>${payout.reviewTitle}</h2>
    <p>${fill(payout.reviewSentence, names)}</p>
    ${renderDestination(claim.texts, destination, isGiven ? 'masked' : 'whole')}
    ${renderConfirmation(`${claim.path}/confirm`, draft, payout.confirm)}`
  const back = isGiven ? '' : entrySteps[destination.method]
  return renderStep(claim, { title: payout.reviewTitle, step: '/review', body, back })
}

/** A button for the destination that the page shows, and for no other one. */
function renderConfirmation(action: string, { version }: Draft, label: string): Content {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="version" value="${version}">
    ${renderSubmit(label)}
  </form>`
}

function nameOf(to: Destination, isMasked: boolean): string {
  switch (to.method) {
    case 'bank_account':
      return isMasked ? maskedIban(to.iban) : inFours(to.iban)
    case 'crypto_transfer':
      return shortAddress(to.address)
    case 'service_wallet':
      return isMasked ? maskedEmail(to.email) : to.email
  }
}

export function renderRefusal(claim: Claim): Content {
  const { payout: texts } = claim.texts
  const body = html`<h2>${texts.refuseTitle}</h2>
    <p class="soft">${fill(texts.refuseText, namesIn(claim))}</p>
    <form method="post" action="${claim.path}/refuse">
      ${renderSubmit(texts.refuseDone, 'primary danger pay-button')}
    </form>
    <p class="way-out"><a class="quiet" href="${claim.path}">${claim.texts.common.back}</a></p>`
  return renderStep(claim, { title: texts.refuseTitle, step: '/refuse', body })
}
