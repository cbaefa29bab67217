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
      <table>
        <thead><tr><th scope="col">${common.amount}</th><th scope="col">${common.outcome}</th></tr></thead>
        <tbody>
          ${rows.map(([amounts, outcome]) => html`<tr><td><bdi dir="ltr">${amounts}</bdi></td><td>${outcome}</td></tr>`)}
          <tr><td>${transaction.otherAmount}</td><td>${otherwise}</td></tr>
        </tbody>
      </table>
      ${note === undefined ? '' : html`<p class="soft">${note}</p>`}
    </details>
  </aside>`
}

/** Isolates the text direction of a value in a message, where `<bdi>` is not possible. */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`
}
