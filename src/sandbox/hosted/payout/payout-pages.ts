// The recipient's pages of a payout, at its `redirect_url`: enter a destination, then confirm.
//
//   first page ─► entry form ─► (compare the address) ─► review ─► return_url
//        └── the merchant gave a destination ──────────────┘
//
// Only the confirmation moves money. Every address works at any time: a step that is opened too early redirects to the
// first page, and after the end all steps redirect to the final page.
import type { Hono } from 'hono'
import type { Content } from '../../forms/content.ts'
import { readForm } from '../../forms/read-form.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { PayoutMethod } from '../../service/intents.ts'
import { renderOutcome, secondsUntil, toneOf } from '../message.ts'
import { amountRow, referenceRows } from '../order-summary.ts'
import { fill } from '../texts/texts.ts'
import { renderChoice, renderGiven } from './destination-pages.ts'
import { mountEntrySteps } from './entry.ts'
import { type Claim, createPayoutFlow, namesIn, type PayoutPagesOptions } from './payout-flow.ts'
import { mountReviewSteps } from './review.ts'
import { entrySteps } from './step-page.ts'

export function createPayoutPages(options: PayoutPagesOptions): Hono<SandboxEnv> {
  const { payouts } = options
  const flow = createPayoutFlow(options)
  const { whileOpen, drafts, givenTo } = flow

  flow.firstPage(
    (claim, c) => {
      const given = givenTo(claim)
      if (given) return renderGiven(claim, given)
      const method = claim.payout.payment?.method
      return method ? c.redirect(claim.path + entrySteps[method], 303) : renderChoice(claim)
    },
    // Only this address shows the outcome. The steps redirect to it, so that a reload never posts a form again.
    (claim) => {
      drafts.forget(claim.visit)
      return renderEnded(claim, payouts.nextChangeAt(claim.payout.id))
    },
  )

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

/**
 * @param nextChangeAt time of the next planned change in ms; null when none is planned
 * @throws {Error} for a payout that is still open
 */
function renderEnded(claim: Claim, nextChangeAt: number | null): Content {
  const { payout, texts, now } = claim
  const { status } = payout
  if (status === 'CREATED' || status === 'INITIATED') {
    throw new Error(`A payout that is ${status} can be claimed: show its steps, not its end.`)
  }
  return renderOutcome(claim, {
    tone: toneOf[status],
    ...texts.payout.ended[status],
    rows: [amountRow(claim), ...referenceRows(claim)],
    back: {
      href: payout.return_url,
      label: fill(texts.common.returnTo, { payee: namesIn(claim).merchant }),
    },
    refreshSeconds: status === 'PROCESSING' ? secondsUntil(nextChangeAt, now) : undefined,
  })
}
