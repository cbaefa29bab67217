// The recipient's pages of a payout, at its `redirect_url`: enter a destination, then confirm.
//
//   first page ─► entry form ─► (compare the address) ─► review ─► return_url
//        └── the merchant gave a destination ──────────────┘
//
// Only the confirmation moves money. Every address works at any time: a step that is opened too early redirects to the
// first page, and after the end all steps redirect to the final page.
import type { Hono } from 'hono'
import { readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { renderChoice, renderGiven } from './destination-pages.ts'
import { renderEnded } from './ended-page.ts'
import { mountEntrySteps } from './entry.ts'
import { createPayoutFlow, type PayoutPagesOptions } from './payout-flow.ts'
import { mountReviewSteps } from './review-steps.ts'
import { entrySteps } from './step-page.ts'

export function createPayoutPages(options: PayoutPagesOptions): Hono<SandboxEnv> {
  const { payouts } = options
  const flow = createPayoutFlow(options)
  const { always, whileOpen, drafts, givenTo } = flow

  const firstPage = flow.whenOpen(
    (c, claim) => {
      const given = givenTo(claim)
      if (given) return c.html(renderGiven(claim, given))
      const method = claim.payout.payment?.method
      return method ? c.redirect(claim.path + entrySteps[method], 303) : c.html(renderChoice(claim))
    },
    // Only this address shows the outcome. The steps redirect to it, so that a reload never posts a form again.
    (c, claim) => {
      drafts.forget(claim.visit)
      return c.html(renderEnded(claim, payouts.nextChangeAt(claim.payout.id)))
    },
  )
  always.get('', firstPage)

  whileOpen.post('/method', async (c, claim) => {
    const step = entrySteps[(await readForm(c)).text('method') as PayoutMethod] as string | undefined
    return step ? c.redirect(claim.path + step, 303) : c.html(renderChoice(claim, true), 422)
  })
  whileOpen.post('/given', (c, claim) => {
    const given = givenTo(claim)
    if (!given) return c.redirect(claim.path, 303)
    drafts.put(claim.visit, given, true)
    return c.redirect(`${claim.path}/review`, 303)
  })
  mountEntrySteps(flow)
  mountReviewSteps(flow, payouts)
  return flow.pages()
}
