// Finds the payout of a request. Steps only get an open payout; unknown and ended ones are answered here.
import type { Context } from 'hono'
import type { Clock } from '../../clock.ts'
import type { SandboxEnv } from '../../sandbox-env.ts'
import type { Payers } from '../../service/payers.ts'
import type { Payouts } from '../../service/payouts.ts'
import { isOpen } from '../../service/statuses.ts'
import { languageOf } from '../frame.ts'
import { renderUnknown } from '../message.ts'
import { isOpenedByPerson } from '../opened-by-person.ts'
import type { Visit, Visits } from '../visits.ts'
import type { Drafts } from './drafts.ts'
import { type EndedStatus, renderEnded } from './ended-page.ts'
import type { View } from './step-page.ts'

export type PayoutPagesOptions = { payouts: Payouts; payers: Payers; clock: Clock; visits: Visits }

/** An open payout with its recipient's choices. */
export type Claim = View & { visit: Visit }

type Answer = Response | Promise<Response>

/**
 * Creates handlers that only get an open payout. A GET by a person makes it INITIATED. When the payout has ended, a
 * handler's address redirects to `afterEnd`, by default to the final page.
 */
export function createClaims({ payouts, clock, visits }: PayoutPagesOptions, drafts: Drafts) {
  return (answer: (c: Context<SandboxEnv>, claim: Claim) => Answer, afterEnd = endPath) =>
    (c: Context<SandboxEnv>): Answer => {
      const token = c.req.param('token') ?? ''
      const found = payouts.findByToken(token)
      if (!found) return c.html(renderUnknown(languageOf(c, {}), 'payout'), 404)
      if (isOpenedByPerson(c)) payouts.open(found.id)
      const payout = payouts.find(found.id) ?? found
      const visit = visits.of(token)
      const language = languageOf(c, visit, payout.recipient?.language)
      const country = visit.country ?? payout.recipient?.country ?? ''
      const claim = { payout, visit, language, country, path: `/payout/${token}`, now: clock.now() }
      if (isOpen(payout.status)) return answer(c, claim)
      drafts.forget(visit)
      // Only one address shows the outcome. The steps redirect to it, so that a reload never posts a form again.
      if (c.req.path !== claim.path) return c.redirect(afterEnd(claim), 303)
      return c.html(renderEnded(claim, payout.status as EndedStatus, payouts.nextChangeAt(payout.id)))
    }
}

function endPath({ path }: Claim): string {
  return path
}
