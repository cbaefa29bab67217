// The addresses of the last steps: compare, review, confirm, refuse. The only place that claims a payout.
import type { Hono } from 'hono'
import { readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { Payers } from '../../service/payers.ts'
import type { Payouts } from '../../service/payouts.ts'
import type { Claim, createClaims } from './claim.ts'
import { givenDestination } from './destination.ts'
import type { Drafts } from './drafts.ts'
import { renderAddressCheck, renderRefusal, renderReview } from './review-pages.ts'

export type ReviewStepsOptions = {
  whenOpen: ReturnType<typeof createClaims>
  drafts: Drafts
  payers: Payers
  payouts: Payouts
}

export function mountReviewSteps(pages: Hono<SandboxEnv>, options: ReviewStepsOptions): void {
  const { whenOpen, drafts, payers, payouts } = options

  pages.get(
    '/payout/:token/check',
    whenOpen((c, claim) => {
      const draft = drafts.of(claim.visit)
      if (!draft || draft.isChecked) return c.redirect(claim.path + (draft ? '/review' : ''), 303)
      return c.html(renderAddressCheck(claim, draft))
    }),
  )
  pages.post(
    '/payout/:token/check',
    whenOpen(async (c, { visit, path }) => {
      const version = (await readForm(c)).text('version')
      const draft = drafts.of(visit)
      // Another tab may have entered another address, which is not compared yet.
      if (draft && version === String(draft.version)) drafts.check(visit)
      return c.redirect(`${path}/review`, 303)
    }),
  )

  pages.get(
    '/payout/:token/review',
    whenOpen((c, claim) => {
      const draft = drafts.of(claim.visit)
      if (!draft?.isChecked) return c.redirect(claim.path + (draft ? '/check' : ''), 303)
      return c.html(renderReview(claim, draft, givenDestination(claim.payout, payers) !== undefined))
    }),
  )
  pages.post(
    '/payout/:token/confirm',
    whenOpen(async (c, { payout, visit, path }) => {
      const version = (await readForm(c)).text('version')
      const draft = drafts.of(visit)
      if (!draft?.isChecked || version !== String(draft.version)) return c.redirect(`${path}/review`, 303)
      const { destination } = draft
      payouts.claim(payout.id, destination.method === 'service_wallet' ? destination.email : undefined)
      drafts.forget(visit)
      return c.redirect(payout.return_url, 303)
    }, whenConfirmed),
  )

  pages.get(
    '/payout/:token/refuse',
    whenOpen((c, claim) => c.html(renderRefusal(claim))),
  )
  pages.post(
    '/payout/:token/refuse',
    whenOpen((c, { payout }) => {
      payouts.refuse(payout.id)
      return c.redirect(payout.return_url, 303)
    }),
  )
}

/** A second press of "Confirm" redirects to the same address as the first, if the payout was claimed. */
function whenConfirmed({ payout, path }: Claim): string {
  return payout.status === 'PROCESSING' || payout.status === 'COMPLETED' ? payout.return_url : path
}
