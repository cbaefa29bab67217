// The test values of one kind of object, at the end of its pages: which amount gives which outcome.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import type { Texts } from './texts/texts.ts'

export type ScenarioTable = {
  texts: Texts
  /** Amounts in any currency, with their outcome. */
  rows: readonly (readonly [amounts: string, outcome: string])[]
  /** The outcome of every other amount. */
  otherwise: string
  /** Below the table, such as the effect of an e-mail address. */
  note?: string
}

export function renderScenarioTable({ texts, rows, otherwise, note }: ScenarioTable): Content {
  const { common, transaction } = texts
  return html`<aside class="sandbox-strip stack tight" aria-label="${common.sandbox}">
    <details>
      <summary>${common.testValues}</summary>
      ${renderOutcomes(texts, common.amount, [
        ...rows.map(
          ([amounts, outcome]) => html`<td><bdi dir="ltr">${amounts}</bdi></td><td>${outcome}</td>`,
        ),
        html`<td>${transaction.otherAmount}</td><td>${otherwise}</td>`,
      ])}
      ${note === undefined ? '' : html`<p class="soft">${note}</p>`}
    </details>
  </aside>`
}

/** A table of test values with their outcomes. @param rows the two cells of each row */
export function renderOutcomes({ common }: Texts, value: string, rows: readonly Content[]): Content {
  return html`<table>
    <thead><tr><th scope="col">${value}</th><th scope="col">${common.outcome}</th></tr></thead>
    <tbody>${rows.map((cells) => html`<tr>${cells}</tr>`)}</tbody>
  </table>`
}
