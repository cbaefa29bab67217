// The tables of test values: amounts, e-mail addresses and card numbers that choose an outcome.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import {
  cardsThatFail,
  cardThatChallenges,
  cardThatFailsChallenge,
  cardThatPays,
} from '../hosted/payin/card.ts'
import { type Scenario, scenarioRows } from '../service/scenarios.ts'
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
      columns: [
        ['Amount', ({ amount }) => amount],
        ['E-mail address', ({ email }) => `${email}@…`, 'mono'],
        ['What happens', ({ scenario }) => outcomeText(scenario), 'wrapping'],
      ],
      items: scenarioRows,
      empty: '',
    })}<p class="hint">Amounts of any currency; addresses on any domain, with or without +more. The amount decides first. Everything else pays.</p></div>
    <div><h3>By card number</h3>${renderTable({
      label: 'Card numbers',
      columns: [
        ['Card', ([number]) => number, 'mono'],
        ['What happens', ([, outcome]) => outcome, 'wrapping'],
      ],
      items: cards,
      empty: '',
    })}<p class="hint">Any other number with a right check digit pays too. Any date to come, any three digits.</p></div>
  </div>`
}

function outcomeText(scenario: Scenario): Content | string {
  return scenario.kind === 'fails' ? html`FAILED <code>${scenario.details}</code>` : outcomes[scenario.kind]
}

const outcomes: Readonly<Record<Exclude<Scenario['kind'], 'fails'>, string>> = {
  expires_soon: 'EXPIRED after a minute',
  settles_first: 'SETTLED on the way to COMPLETED',
  stays_authorized: 'stays AUTHORIZED',
  disputed: 'COMPLETED, then DISPUTED',
  fails_late: 'AUTHORIZED, then FAILED',
  pays: 'pays',
}
