// The last steps: compare, review, confirm, refuse. The only place that claims a payout.
import { readForm } from '../../forms/read-form.ts'
import type { Payouts } from '../../service/payouts.ts'
import { isOpen } from '../../service/statuses.ts'
import type { PayoutFlow } from './payout-flow.ts'
import { renderAddressCheck, renderRefusal, renderReview } from './review-pages.ts'

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
