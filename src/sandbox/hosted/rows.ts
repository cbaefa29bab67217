// The rows of a <dl>, which every summary of a payment has.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'

/** Numbers and addresses are left to right in every language. */
export type Row = readonly [label: string, value: string, direction?: 'ltr']

export function renderRows(rows: readonly Row[]): Content {
  return html`${rows.map(([label, value, direction]) =>
    renderRow(label, direction ? html`<bdi dir="ltr">${value}</bdi>` : html`<bdi>${value}</bdi>`),
  )}`
}

/** A row whose value is more than a text. */
export function renderRow(label: string, value: Content): Content {
  return html`<div><dt>${label}</dt><dd>${value}</dd></div>`
}
