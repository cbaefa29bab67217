// The test values at the end of each page, with their outcomes: the service's statuses, the same in every language.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { type ObjectName, outcomeOf, paid, scenarioRows } from '../service/scenarios.ts'
import type { Texts } from './texts/texts.ts'

/** Below the pages of the objects that have no other test values. */
export function renderScenarioStrip(texts: Texts, object: ObjectName): Content {
  const { common } = texts
  return html`<aside class="sandbox-strip stack tight" aria-label="${common.sandbox}">
    <details>
      <summary>${common.testValues}</summary>
      ${renderScenarios(texts, object)}
    </details>
  </aside>`
}

/** The amounts and e-mail addresses that decide about an object of this kind. A bank transfer has no address. */
export function renderScenarios(texts: Texts, object: ObjectName): Content {
  const otherwise = outcomeOf(paid, object)
  const rows = scenarioRows.map(({ amount, email, scenario }) => {
    const value = object === 'bank_transfer' ? amount : html`${amount} · ${breakable(`${email}@…`, /(?<=-)/)}`
    return [value, outcomeOf(scenario, object)] as const
  })
  const deciding = rows.filter(([, outcome]) => outcome !== otherwise)
  return renderOutcomes(texts, texts.common.value, [...deciding, [texts.common.otherAmount, otherwise]])
}

/** A table of test values with their outcomes. */
export function renderOutcomes(
  { common }: Texts,
  heading: string,
  rows: readonly (readonly [value: string | Content, outcome: string])[],
): Content {
  return html`<table>
    <thead><tr><th scope="col">${heading}</th><th scope="col">${common.outcome}</th></tr></thead>
    <tbody>${rows.map(
      ([value, outcome]) => html`<tr><td class="card-or-amount"><bdi dir="ltr">${value}</bdi></td>
        <td><code dir="ltr">${breakable(outcome, /(?<=_)/)}</code></td></tr>`,
    )}</tbody>
  </table>`
}

/** Allows a line break after each word, so that the table fits on a narrow phone. */
function breakable(text: string, after: RegExp): Content[] {
  return text.split(after).map((word) => html`${word}<wbr>`)
}
