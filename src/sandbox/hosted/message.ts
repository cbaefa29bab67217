// A page with one message, for example the final page of a payment.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { renderFrame } from './frame.ts'
import { doneIcon, stoppedIcon, waitingIcon } from './icons.ts'
import { type Row, renderRows } from './rows.ts'
import { renderSettings } from './settings.ts'
import { textsFor } from './texts/texts.ts'
import type { View } from './view.ts'

type Tone = 'done' | 'waiting' | 'stopped'

export type Message = {
  tone: Tone
  title: string
  text: string
  rows?: readonly Row[]
  /** The link back. `href` is the merchant's own address, unchanged. */
  back?: { href: string; label: string } | undefined
  /** Interval of updates, while the outcome can change. */
  refreshSeconds?: number | undefined
  /** Content below the text, such as a list of steps. */
  more?: Content | undefined
}

/** The tone of each end, by the status of the service or the state of an on-ramp. */
export const toneOf = {
  AUTHORIZED: 'done',
  SETTLED: 'done',
  COMPLETED: 'done',
  PROCESSING: 'waiting',
  DISPUTED: 'waiting',
  EXPIRED: 'waiting',
  FAILED: 'stopped',
  INTENT: 'waiting',
  FAILED_INTENT: 'stopped',
  under_way: 'waiting',
  depositFailed: 'stopped',
  over: 'waiting',
} as const satisfies Record<string, Tone>

const icons: Record<Tone, Content> = { done: doneIcon, waiting: waitingIcon, stopped: stoppedIcon }

/** A message outside of a flow. */
export function renderMessage(language: string, message: Message, settings?: Content): Content {
  const { tone, title, text, rows = [], back, refreshSeconds, more = html`` } = message
  const main = html`<section class="box sheet stack message">
    <span class="message-icon tone-${tone}">${icons[tone]}</span>
    <h1>${title}</h1>
    <p>${text}</p>
    ${more}
    ${rows.length === 0 ? '' : html`<dl>${renderRows(rows)}</dl>`}
    ${back ? html`<a class="button primary pay-button" href="${back.href}">${back.label}</a>` : ''}
  </section>`
  return renderFrame({ language, title, main, settings, refreshSeconds })
}

/** The end of a flow. Without a way back, the page says that the window can be closed. */
export function renderOutcome({ language, path, texts }: View, message: Message): Content {
  const more = message.back ? undefined : html`<p>${texts.transaction.closeWindow}</p>`
  return renderMessage(language, { ...message, more }, renderSettings({ language, path }))
}

/** Unplanned changes, such as those of the control panel, show up within this time. */
const longestWaitSeconds = 15

/**
 * The interval of updates until the next planned change.
 * @param nextChangeAt ms; null when no change is planned. In whole seconds, at least 1, at most 15.
 */
export function secondsUntil(nextChangeAt: number | null, now: number): number {
  if (nextChangeAt === null) return longestWaitSeconds
  return Math.min(longestWaitSeconds, Math.max(1, Math.ceil((nextChangeAt - now) / 1000)))
}

/** The page for an unknown token. */
export function renderUnknown(language: string): Content {
  return renderMessage(language, { tone: 'stopped', ...textsFor(language).common.unknownLink })
}
