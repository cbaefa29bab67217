// Merchants write tests with the values of docs/sandbox.md: they must have the documented results.
import { describe, expect, test } from 'vitest'
import { parseIban } from '../../../src/protocol/iban.ts'
import { bankUsers } from '../../../src/sandbox/hosted/bank/bank-payment.ts'
import {
  cardsThatFail,
  cardThatChallenges,
  cardThatFailsChallenge,
  cardThatPays,
} from '../../../src/sandbox/hosted/payin/card.ts'
import { type Scenario, scenarioRows } from '../../../src/sandbox/service/scenarios.ts'
import { codeIn, readDocument, tableOf } from '../../support/documents.ts'

const page = readDocument('docs/sandbox.md')

/** The text in the column about payins. */
function payinText(scenario: Scenario): string {
  switch (scenario.kind) {
    case 'fails':
      return `FAILED, \`${scenario.details}\``
    case 'expires_soon':
      return 'EXPIRED one minute after creation'
    case 'settles_first':
      return 'AUTHORIZED, SETTLED, COMPLETED'
    case 'stays_authorized':
      return 'AUTHORIZED for good'
    case 'disputed':
      return 'COMPLETED, then DISPUTED'
    case 'fails_late':
      return 'AUTHORIZED, then FAILED'
    case 'pays':
      return 'paid'
  }
}

describe('the page about the sandbox', () => {
  test('has every magic amount and e-mail address with its result', () => {
    const rows = tableOf(page, 'amount').map(([amount, email, payin]) => [amount, email, payin])
    expect(rows).toEqual(
      scenarioRows.map(({ amount, email, scenario }) => [amount, `\`${email}\``, payinText(scenario)]),
    )
  })

  test('has every magic card with its result', () => {
    const rows = tableOf(page, 'card number')
    expect(rows.slice(0, 3).map(([number = '']) => number.split(',')[0])).toEqual([
      cardThatPays,
      cardThatChallenges,
      cardThatFailsChallenge,
    ])
    expect(rows.slice(3).map(([number, outcome]) => [number, outcome])).toEqual(
      cardsThatFail.map(([number, outcome]) => [number, `\`${outcome}\``]),
    )
  })

  test('has every user name that a bank refuses', () => {
    const names = tableOf(page, 'user name').flatMap(([name = '']) => codeIn(name))
    expect(names.sort()).toEqual(bankUsers.map(([name]) => name).sort())
  })

  test('names an accepted IBAN and a refused one', () => {
    const [right = '', wrong = ''] = codeIn(page).filter((code) => code.startsWith('DE89'))
    expect(parseIban(right)).toEqual({ iban: right.replaceAll(' ', '') })
    expect(parseIban(wrong)).not.toHaveProperty('iban')
  })
})
