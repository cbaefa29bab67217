// The final page of a payout.

import type { Content } from '../../forms/content.ts'
import { renderOutcome, secondsUntil, toneOf } from '../message.ts'
import { amountRow, referenceRows } from '../order-summary.ts'
import { fill } from '../texts/texts.ts'
import { type Claim, namesIn } from './payout-flow.ts'

/**
 * @param nextChangeAt time of the next planned change in ms; null when none is planned
 * @throws {Error} for a payout that is still open
 */
export function renderEnded(claim: Claim, nextChangeAt: number | null): Content {
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
