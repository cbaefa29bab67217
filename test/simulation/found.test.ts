// Histories that have broken a rule once, as short as the simulation could make them.
import { expect, test } from 'vitest'
import type { Action } from './actions.ts'
import { rules } from './rules.ts'
import { runHistory } from './simulate.ts'

const press = { do: 'press', tab: 0, order: 0, again: false, pause: null } as const

const found: Readonly<Record<string, readonly Action[]>> = {
  'an order can be paid again after disputed money was given back': [
    { ...press, choice: 1 },
    { do: 'pay', which: 0, mistake: null },
    { do: 'webhook', which: 0, pause: null },
    { do: 'dispute', which: 0 },
    { do: 'webhook', which: 1, pause: null },
    { do: 'settle', which: 0, as: 'refunded' },
  ],
  'the other links of a failed on-ramp count as pages': [
    { ...press, choice: 4 },
    { do: 'pay', which: 0, mistake: null },
    { do: 'break', which: 0 },
    { do: 'wait', ms: 16 * 60_000 },
    { do: 'link', which: 0, pause: null },
    { do: 'link', which: 0, pause: null },
    { do: 'webhook', which: 0, pause: null },
    { ...press, choice: 4, tab: 1 },
  ],
  'a person is told of the second paid link of an on-ramp whose first money was given back': [
    { ...press, choice: 4 },
    { do: 'pay', which: 0, mistake: 'amount' },
    { do: 'link', which: 0, pause: null },
    { do: 'webhook', which: 0, pause: null },
    { do: 'settle', which: 0, as: 'refunded' },
    { do: 'pay', which: 1, mistake: null },
    { do: 'complete', which: 1 },
  ],
  'a link that fails leaves the later link of another request in the count': [
    { do: 'fault', fault: 'refused' },
    { ...press, choice: 5, pause: 4 },
    { do: 'link', which: 1, pause: 5 },
    { do: 'go', which: 2, pause: null },
    { ...press, choice: 5, pause: 7 },
    { ...press, choice: 0, pause: 4 },
  ],
}

test.each(Object.entries(found))('%s', (_title, actions) => {
  expect(runHistory(actions, rules)).toBeNull()
})
