// The page of a payin that can no longer be paid.

import type { Content } from '../../forms/content.ts'
import { renderOutcome, toneOf } from '../message.ts'
import { amountRow, referenceRows } from '../order-summary.ts'
import { fill } from '../texts/texts.ts'
import type { PayinStep } from './payin-flow.ts'

/** @throws {Error} for a payin that is still open */
export function renderStatusPage(step: PayinStep): Content {
  const { status, status_details: details } = step.payin
  const { texts } = step
  if (status === 'CREATED' || status === 'INITIATED') {
    throw new Error(`A payin that is ${status} can be paid: show its steps, not its end.`)
  }
  const text = texts.status[`${status}_text`]
  return renderOutcome(step, {
    tone: toneOf[status],
    title: texts.status[status],
    text: details ? `${texts.status[details]} ${text}` : text,
    rows: [amountRow(step), ...referenceRows(step)],
    back: backToMerchant(step),
  })
}

export function backToMerchant({ payin, payee, texts }: PayinStep) {
  return { href: payin.return_url, label: fill(texts.common.returnTo, { payee }) }
}
