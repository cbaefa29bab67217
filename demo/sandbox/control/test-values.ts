// The tables of test values: amounts, e-mail addresses and card numbers that choose an outcome.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import {
  cardsThatFail,
  cardThatChallenges,
  cardThatFailsChallenge,
  cardThatPays,
} from '../hosted/payin/card.ts'
import { type Scenario, type ScenarioRow, scenarioRows } from '../service/scenarios.ts'
import { renderTable } from './page-parts.ts'

const cards: readonly (readonly [number: string, outcome: Content | string])[] = [
  [cardThatPays, 'pays'],
  [cardThatChallenges, 'asks for a code (3-D Secure), then pays'],
  [cardThatFailsChallenge, html`asks for a code, then FAILED <code>AUTHORIZATION_FAILED</code>`],
  ...cardsThatFail.map(([number, outcome]) => [number, html`FAILED <code>${outcome}</code>`] as const),
]

export function renderTestValues(): Content {
  return html`<div class="columns">
    <div><h3>By amount or e-mail address</h3>${renderTable({
      label: 'Amounts and e-mail addresses',
      columns: ['Amount', 'E-mail address', 'What happens'],
      rows: scenarioRows.map(renderRow),
      empty: '',
    })}<p class="hint">Amounts of any currency; addresses on any domain, with or without +more. The amount decides first. Everything else pays.</p></div>
    <div><h3>By card number</h3>${renderTable({
      label: 'Card numbers',
      columns: ['Card', 'What happens'],
      rows: cards.map(
        ([number, outcome]) =>
          html`<tr><td class="mono">${number}</td><td class="wrapping">${outcome}</td></tr>`,
      ),
      empty: '',
    })}<p class="hint">Any other number with a right check digit pays too. Any date to come, any three digits.</p></div>
  </div>`
}

function renderRow({ amount, email, scenario }: ScenarioRow): Content {
  return html`<tr><td>${amount}</td><td class="mono">${email}@…</td><td class="wrapping">${outcomeText(scenario)}</td></tr>`
}

function outcomeText(scenario: Scenario): Content | string {
  switch (scenario.kind) {
    case 'fails':
      return html`FAILED <code>${scenario.details}</code>`
    case 'expires_soon':
      return 'EXPIRED after a minute'
    case 'settles_first':
      return 'SETTLED on the way to COMPLETED'
    case 'stays_authorized':
      return 'stays AUTHORIZED'
    case 'disputed':
      return 'COMPLETED, then DISPUTED'
    case 'fails_late':
      return 'AUTHORIZED, then FAILED'
    case 'pays':
      return 'pays'
  }
}
