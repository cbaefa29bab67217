// The page of a payin that can no longer be paid.

import type { Content } from '../../forms/content.ts'
import type { PayinStatus } from '../../service/statuses.ts'
import { amountText } from '../amount-text.ts'
import { renderMessage, type Tone } from '../message.ts'
import { renderSettings } from '../settings.ts'
import { fill } from '../texts/texts.ts'
import type { PayinStep } from './payin-step.ts'

const tones: Record<Exclude<PayinStatus, 'CREATED' | 'INITIATED'>, Tone> = {
  AUTHORIZED: 'done',
  SETTLED: 'done',
  COMPLETED: 'done',
  DISPUTED: 'waiting',
  FAILED: 'stopped',
  EXPIRED: 'waiting',
}

/** @throws {Error} for a payin that is still open */
export function renderStatusPage({ payin, language, texts, path, payee }: PayinStep): Content {
  const { status, status_details: details, reference } = payin
  if (status === 'CREATED' || status === 'INITIATED') {
    throw new Error(`A payin that is ${status} can be paid: show its steps, not its end.`)
  }
  const text = texts.status[`${status}_text`]
  return renderMessage({
    language,
    tone: tones[status],
    title: texts.status[status],
    text: details ? `${texts.status[details]} ${text}` : text,
    rows: [
      [texts.common.amount, amountText(payin.amount, language)],
      ...(reference === undefined ? [] : [[texts.common.reference, reference] as const]),
    ],
    back: { href: payin.return_url, label: fill(texts.common.returnTo, { payee }) },
    settings: renderSettings({ language, path }),
  })
}
