// The tables of test values: amounts, e-mail addresses and card numbers that choose an outcome.
import { html } from 'hono/html'
import type { Content } from '../forms/content.ts'
import { testCards } from '../hosted/payin/card.ts'
import { type ObjectName, outcomeOf, scenarioRows } from '../service/scenarios.ts'
import { type Column, renderTable } from './page-parts.ts'

const objects = { payin: 'Payin', payout: 'Payout', bank_transfer: 'Bank transfer', on_ramp: 'On-ramp' }

export function renderTestValues(): Content {
  const outcomes = Object.entries(objects).map(
    ([object, name]): Column<(typeof scenarioRows)[number]> => [
      name,
      ({ scenario }) => outcomeOf(scenario, object as ObjectName),
    ],
  )
  return html`<h3>By amount or e-mail address</h3>${renderTable({
    label: 'Amounts and e-mail addresses',
    columns: [
      ['Amount', ({ amount }) => amount],
      ['E-mail address', ({ email }) => `${email}@…`, 'mono'],
      ...outcomes,
    ],
    items: scenarioRows,
    empty: '',
  })}<p class="hint">Amounts of any currency; addresses on any domain, with or without +more. The amount decides first. Everything else pays.</p>
    <h3>By card number</h3>${renderTable({
      label: 'Card numbers',
      columns: [
        ['Card', ([number]) => number, 'mono'],
        ['Payin', ([, outcome]) => outcome, 'wrapping'],
      ],
      items: testCards,
      empty: '',
    })}<p class="hint">Any other number with a right check digit pays too. Any date to come, any three digits.</p>`
}
