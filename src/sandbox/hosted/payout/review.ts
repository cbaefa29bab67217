// The last steps: compare an entered address, review, confirm, refuse. The only place that claims a payout.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { renderSubmit } from '../../forms/form.ts'
import { readForm } from '../../forms/read-form.ts'
import type { Payouts } from '../../service/payouts.ts'
import { isOpen } from '../../service/statuses.ts'
import { fill, isolate } from '../texts/texts.ts'
import { nameOf } from './destination.ts'
import { renderDestination } from './destination-pages.ts'
import { type Claim, type Draft, namesIn, type PayoutFlow } from './payout-flow.ts'
import { entrySteps, renderStep } from './step-page.ts'

export function mountReviewSteps(flow: PayoutFlow, payouts: Payouts): void {
  const { always, whileOpen, drafts } = flow

  whileOpen.get('/check', (c, claim) => {
    const draft = drafts.of(claim.visit)
    if (!draft || draft.isChecked) return c.redirect(claim.path + (draft ? '/review' : ''), 303)
    return c.html(renderAddressCheck(claim, draft))
  })
  whileOpen.post('/check', async (c, { visit, path }) => {
    const version = (await readForm(c)).text('version')
    const draft = drafts.of(visit)
    // Another tab may have entered another address, which is not compared yet.
    if (draft && version === String(draft.version)) drafts.check(visit)
    return c.redirect(`${path}/review`, 303)
  })

  whileOpen.get('/review', (c, claim) => {
    const draft = drafts.of(claim.visit)
    if (!draft?.isChecked) return c.redirect(claim.path + (draft ? '/check' : ''), 303)
    return c.html(renderReview(claim, draft, flow.givenTo(claim) !== undefined))
  })
  always.post('/confirm', async (c, { payout, visit, path }) => {
    // A second press redirects to the same address as the first, if the payout was claimed.
    const isClaimed = payout.status === 'PROCESSING' || payout.status === 'COMPLETED'
    if (!isOpen(payout.status)) return c.redirect(isClaimed ? payout.return_url : path, 303)
    const version = (await readForm(c)).text('version')
    const draft = drafts.of(visit)
    if (!draft?.isChecked || version !== String(draft.version)) return c.redirect(`${path}/review`, 303)
    const { destination } = draft
    payouts.claim(payout.id, destination.method === 'service_wallet' ? destination.email : undefined)
    drafts.forget(visit)
    return c.redirect(payout.return_url, 303)
  })

  whileOpen.get('/refuse', (c, claim) => c.html(renderRefusal(claim)))
  whileOpen.post('/refuse', (c, { payout }) => {
    payouts.refuse(payout.id)
    return c.redirect(payout.return_url, 303)
  })
}

function renderAddressCheck(claim: Claim, draft: Draft): Content {
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
function renderReview(claim: Claim, draft: Draft, isGiven: boolean): Content {
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

function renderRefusal(claim: Claim): Content {
  const { payout: texts } = claim.texts
  const body = html`<h2>${texts.refuseTitle}</h2>
    <p class="soft">${fill(texts.refuseText, namesIn(claim))}</p>
    <form method="post" action="${claim.path}/refuse">
      ${renderSubmit(texts.refuseDone, 'primary danger pay-button')}
    </form>
    <p class="way-out"><a class="quiet" href="${claim.path}">${claim.texts.common.back}</a></p>`
  return renderStep(claim, { title: texts.refuseTitle, step: '/refuse', body })
}
