// The magic values of one kind of object, at the foot of its pages: which amount brings which end about.
import { html } from 'hono/html'
import type { Content } from './document.ts'
import type { Texts } from './texts/texts.ts'

export type ScenarioTable = {
  texts: Texts
  /** Amounts of any currency, with what becomes of them. */
  rows: readonly (readonly [amounts: string, outcome: string])[]
  /** What every other amount does. */
  otherwise: string
  /** Under the table, such as what an e-mail address does. */
  note?: string
}

export function renderScenarioTable({ texts, rows, otherwise, note }: ScenarioTable): Content {
  const { common, transaction } = texts
  return html`<aside class="sandbox-strip" aria-label="${common.sandbox}">
    <details>
      <summary>${common.testValues}</summary>
      <table>
        <thead><tr><th scope="col">${common.amount}</th><th scope="col">${common.outcome}</th></tr></thead>
        <tbody>
          ${rows.map(([amounts, outcome]) => html`<tr><td><bdi dir="ltr">${amounts}</bdi></td><td>${outcome}</td></tr>`)}
          <tr><td>${transaction.otherAmount}</td><td>${otherwise}</td></tr>
        </tbody>
      </table>
      ${note === undefined ? '' : html`<p class="details-note">${note}</p>`}
    </details>
  </aside>`
}

/** Sets a value apart from the direction of the sentence that it is put into, where no `<bdi>` can be. */
export function isolate(value: string): string {
  return `\u2068${value}\u2069`
}
