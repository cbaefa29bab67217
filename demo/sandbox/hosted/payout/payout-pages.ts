// The recipient's pages of a payout, at its `redirect_url`: enter a destination, then confirm.
//
//   first page ─► entry form ─► (compare the address) ─► review ─► return_url
//        └── the merchant gave a destination ──────────────┘
//
// Only the confirmation moves money. Every address works at any time: a step that is opened too early redirects to the
// first page, and after the end all steps redirect to the final page.
import { Hono } from 'hono'
import { readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { languageOf, readSettings } from '../frame.ts'
import { renderUnknown } from '../message.ts'
import { createClaims, type PayoutPagesOptions } from './claim.ts'
import { givenDestination } from './destination.ts'
import { renderChoice, renderGiven } from './destination-pages.ts'
import { createDrafts } from './drafts.ts'
import { mountEntrySteps } from './entry-steps.ts'
import { mountReviewSteps } from './review-steps.ts'
import { entrySteps } from './step-page.ts'

export type { PayoutPagesOptions } from './claim.ts'

export function createPayoutPages(options: PayoutPagesOptions): Hono<SandboxEnv> {
  const { payouts, payers, visits } = options
  const pages = new Hono<SandboxEnv>()
  const drafts = createDrafts()
  const whenOpen = createClaims(options, drafts)
  const firstPage = whenOpen((c, claim) => {
    const given = givenDestination(claim.payout, payers)
    if (given) return c.html(renderGiven(claim, given))
    const method = claim.payout.payment?.method
    return method ? c.redirect(claim.path + entrySteps[method], 303) : c.html(renderChoice(claim))
  })

  pages.get('/payout/:token', firstPage)
  pages.post(
    '/payout/:token/method',
    whenOpen(async (c, claim) => {
      const step = entrySteps[(await readForm(c)).text('method') as PayoutMethod] as string | undefined
      return step ? c.redirect(claim.path + step, 303) : c.html(renderChoice(claim, true), 422)
    }),
  )
  pages.post(
    '/payout/:token/given',
    whenOpen((c, claim) => {
      const given = givenDestination(claim.payout, payers)
      if (!given) return c.redirect(claim.path, 303)
      drafts.put(claim.visit, given, true)
      return c.redirect(`${claim.path}/review`, 303)
    }),
  )
  mountEntrySteps(pages, { whenOpen, drafts, payers })
  mountReviewSteps(pages, { whenOpen, drafts, payers, payouts })

  pages.post('/payout/:token/settings', async (c) => {
    const token = c.req.param('token')
    if (!payouts.findByToken(token)) return c.html(renderUnknown(languageOf(c, {}), 'payout'), 404)
    const step = await readSettings(c, visits.of(token))
    return c.redirect(`/payout/${token}${step}`, 303)
  })
  // GET to the address of a form (a reload after an error), or an unknown step.
  pages.get(
    '/payout/:token/:step',
    whenOpen((c, claim) => c.redirect(claim.path, 303)),
  )
  return pages
}
