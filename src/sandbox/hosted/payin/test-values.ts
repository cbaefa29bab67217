// The test values of a payin, shown below its steps: cards, amounts and e-mail addresses, with their outcome.
import { html } from 'hono/html'
import type { Content } from '../../forms/content.ts'
import { type Scenario, scenarioRows } from '../../service/scenarios.ts'
import { renderOutcomes } from '../scenario-table.ts'
import type { Texts } from '../texts/texts.ts'
import { cardsThatFail, cardThatChallenges, cardThatFailsChallenge, cardThatPays } from './card.ts'

/** The service's statuses, the same in every language. */
const outcomes: Record<Exclude<Scenario['kind'], 'fails'>, string> = {
  pays: 'COMPLETED',
  expires_soon: '1 min → EXPIRED',
  settles_first: 'SETTLED → COMPLETED',
  stays_authorized: 'AUTHORIZED',
  disputed: 'COMPLETED → DISPUTED',
  fails_late: 'AUTHORIZED → FAILED',
}

export function renderTestValues(texts: Texts): Content {
  const { common, card, wallet, payin } = texts
  return html`<details>
    <summary>${common.testValues}</summary>
    <p class="soft">${card.anyDate}</p>
    ${renderOutcomes(texts, card.number, cardRows(card).map(cells))}
    <p class="soft">${common.testEmails}</p>
    ${renderOutcomes(texts, common.value, scenarioRows.map(scenarioRow).map(cells))}
    <p class="soft">${payin.service_wallet}: ${wallet.anyCode}</p>
  </details>`
}

type Row = readonly [value: string | Content, outcome: string | Content]

function cardRows(card: Texts['card']): Row[] {
  return [
    [cardThatPays, card.paid],
    [cardThatChallenges, card.challengePasses],
    [cardThatFailsChallenge, html`${card.challengeFails} ${code('AUTHORIZATION_FAILED')}`],
    ...cardsThatFail.map(([number, outcome]): Row => [number, code(outcome)]),
  ]
}

function scenarioRow({ amount, email, scenario }: (typeof scenarioRows)[number]): Row {
  const outcome = scenario.kind === 'fails' ? scenario.details : outcomes[scenario.kind]
  return [html`${amount} · ${breakable(`${email}@…`, /(?<=-)/)}`, code(outcome)]
}

function cells([value, outcome]: Row): Content {
  return html`<td class="card-or-amount"><bdi dir="ltr">${value}</bdi></td><td>${outcome}</td>`
}

function code(outcome: string): Content {
  return html`<code dir="ltr">${breakable(outcome, /(?<=_)/)}</code>`
}

/** Allows a line break after each word, so that the table fits on a narrow phone. */
function breakable(text: string, after: RegExp): Content[] {
  return text.split(after).map((word) => html`${word}<wbr>`)
}
