// Shared parts of the panel's pages: statuses, times, tables that scroll in their own region, JSON.
import { html } from 'hono/html'
import { formatDuration } from '../duration.ts'
import type { Content } from '../forms/content.ts'

export type Tone = 'good' | 'bad' | 'wait' | 'calm'

export function renderBadge(text: string, tone: Tone): Content {
  return html`<span class="badge tone-${tone}">${text}</span>`
}

const tones: Readonly<Record<string, Tone>> = {
  AUTHORIZED: 'good',
  SETTLED: 'good',
  COMPLETED: 'good',
  SUCCESS: 'good',
  FAILED: 'bad',
  FAILED_INTENT: 'bad',
  DISPUTED: 'bad',
  EXPIRED: 'bad',
}

/** A status of any object, in its colour. */
export function renderStatus(status: string): Content {
  return renderBadge(status, tones[status] ?? 'calm')
}

/** The status in a table. A dash where there is none. */
export function statusOrDash(status: string | undefined): Content | string {
  return status === undefined ? '–' : renderStatus(status)
}

/** @param at ISO 8601 or milliseconds since 1970; shown to the second, in UTC */
export function renderTime(at: string | number): Content {
  const iso = new Date(at).toISOString()
  return html`<time datetime="${iso}">${iso.slice(0, 10)} ${iso.slice(11, 19)}</time>`
}

/** To the second, such as "2 h 30 min". */
export function durationText(ms: number): string {
  return formatDuration(Math.round(ms / 1000) * 1000)
}

/** @param plural ends in "s" */
export const nounFor = (count: number, plural: string): string => (count === 1 ? plural.slice(0, -1) : plural)

/** Unchanged text in a region that scrolls. @param look "wrapping" for one long line */
export function renderCode(label: string, text: string, look = ''): Content {
  return html`<pre class="box scroll ${look}" tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`
}

/** Marks of direction are written out: one in a text would turn the rest of its line around. */
export function renderJson(label: string, value: unknown): Content {
  const written = (mark: string) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`
  return renderCode(label, JSON.stringify(value, null, 2).replace(/\p{Bidi_Control}/gu, written))
}

/** The heading of a column, the content of its cells, and their class. */
export type Column<T> = readonly [
  heading: string | Content,
  cell: (item: T) => Content | string | number,
  look?: string,
]

export type Table<T> = {
  /** Names the region for a screen reader. */
  label: string
  columns: readonly Column<T>[]
  items: readonly T[]
  /** Shown when there are no items. */
  empty: Content | string
}

export function renderTable<T>({ label, columns, items, empty }: Table<T>): Content {
  if (items.length === 0) return html`<div class="box empty soft">${empty}</div>`
  return html`<div class="box scroll" tabindex="0" role="group" aria-label="${label}"><table>
    <thead><tr>${columns.map(([heading]) => html`<th scope="col">${heading}</th>`)}</tr></thead>
    <tbody>${items.map((item) => html`<tr>${columns.map((column) => renderCell(column, item))}</tr>`)}</tbody>
  </table></div>`
}

function renderCell<T>([, cell, look]: Column<T>, item: T): Content {
  return look ? html`<td class="${look}">${cell(item)}</td>` : html`<td>${cell(item)}</td>`
}

export type Facts = readonly (readonly [name: string, value: Content | string] | false)[]

/** Names and values. A `false` is left out. */
export function renderFacts(facts: Facts): Content {
  return html`<dl>${facts.map((fact) =>
    fact === false ? '' : html`<div><dt>${fact[0]}</dt><dd>${fact[1]}</dd></div>`,
  )}</dl>`
}

/** A form that is one button. @param back the page to return to */
export function renderButton(action: string, text: Content | string, back: string, look = ''): Content {
  return html`<form method="post" action="${action}"><input type="hidden" name="back" value="${back}"><button type="submit" class="${look}">${text}</button></form>`
}

export function hidden(text: string): Content {
  return html`<span class="visually-hidden">${text}</span>`
}

/** A link with the beginning of an id, enough to distinguish rows. */
export function renderIdLink(href: string, id: string): Content {
  return html`<a class="mono" href="${href}">${id.slice(0, 8)}…</a>`
}
