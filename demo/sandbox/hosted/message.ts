// A page with one message, for example the final page of a payment.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { renderFrame } from './frame.ts'
import { doneIcon, stoppedIcon, waitingIcon } from './icons.ts'
import { textsFor } from './texts/texts.ts'

export type Tone = 'done' | 'waiting' | 'stopped'

export type Message = {
  language: string
  tone: Tone
  title: string
  text: string
  rows?: readonly (readonly [label: string, value: string])[]
  /** The link back. `href` is the merchant's own address, unchanged. */
  back?: { href: string; label: string }
  settings?: Content
  refreshSeconds?: number
  /** Content below the text, such as a list of steps. */
  more?: Content
}

const icons: Record<Tone, Content> = { done: doneIcon, waiting: waitingIcon, stopped: stoppedIcon }

export function renderMessage(message: Message): Content {
  const { language, tone, title, text, rows = [], back, settings, refreshSeconds, more = html`` } = message
  const main = html`<section class="box sheet stack message">
    <span class="message-icon tone-${tone}">${icons[tone]}</span>
    <h1>${title}</h1>
    <p>${text}</p>
    ${more}
    ${rows.length === 0 ? '' : html`<dl>${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`}
    ${back ? html`<a class="button primary pay-button" href="${back.href}">${back.label}</a>` : ''}
  </section>`
  return renderFrame({
    language,
    title,
    main,
    ...(settings ? { settings } : {}),
    ...(refreshSeconds ? { refreshSeconds } : {}),
  })
}

/** The page for an unknown token. */
export function renderUnknown(language: string, kind: 'payment' | 'payout' = 'payment'): Content {
  const { status, payout } = textsFor(language)
  const title = kind === 'payout' ? payout.unknownTitle : status.unknownTitle
  return renderMessage({ language, tone: 'stopped', title, text: status.unknownText })
}
