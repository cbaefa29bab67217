// The final page of a payout, and the page for an unknown token.

import type { Content } from '../../forms/content.ts'
import type { Payout } from '../../service/payouts.ts'
import type { PayoutStatus } from '../../service/statuses.ts'
import { amountText } from '../amount-text.ts'
import { renderSettings } from '../frame.ts'
import { renderMessage, type Tone } from '../message.ts'
import { secondsUntil } from '../refresh.ts'
import { isolate } from '../scenario-table.ts'
import { fill, textsFor } from '../texts/texts.ts'
import { merchantOf, type View } from './step-page.ts'

export type EndedStatus = Exclude<PayoutStatus, 'CREATED' | 'INITIATED'>

const tones: Record<EndedStatus, Tone> = {
  PROCESSING: 'waiting',
  COMPLETED: 'done',
  FAILED: 'stopped',
  EXPIRED: 'waiting',
}

/** @param nextChangeAt time of the next planned change in ms; null when none is planned */
export function renderEnded(view: View, status: EndedStatus, nextChangeAt: number | null): Content {
  const { payout, language, path, now } = view
  const { payout: texts, common } = textsFor(language)
  return renderMessage({
    language,
    tone: tones[status],
    ...texts.ended[status],
    rows: rowsOf(payout, language),
    back: { href: payout.return_url, label: fill(common.returnTo, { payee: isolate(merchantOf(payout)) }) },
    settings: renderSettings({ language, path }),
    ...(status === 'PROCESSING' ? { refreshSeconds: secondsUntil(nextChangeAt, now) } : {}),
  })
}

function rowsOf(payout: Payout, language: string): [string, string][] {
  const { common } = textsFor(language)
  const amount: [string, string] = [common.amount, amountText(payout.amount, language)]
  return payout.reference === undefined ? [amount] : [amount, [common.reference, payout.reference]]
}
