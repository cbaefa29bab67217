// Histories that have broken a rule once, as short as the simulation could make them.
import { expect, test } from 'vitest'
import type { Action } from './actions.ts'
import { rules } from './rules.ts'
import { runHistory } from './simulate.ts'

const press = { do: 'press', tab: 0, order: 0, again: false, pause: null } as const

const found: Readonly<Record<string, readonly Action[]>> = {
  'a read that lags does not end a dispute, so no page is given out for its order': [
    { ...press, choice: 1, tab: 1 },
    { do: 'pay_both' },
    { do: 'restore', isReassigned: false, restarts: true },
    { do: 'dispute', which: 0 },
    { do: 'webhook', which: 1, pause: null },
    { do: 'complete', which: 2 },
    { do: 'lag', ms: 50_000 },
    { ...press, choice: 5, again: true },
    { do: 'deliver' },
    { ...press, choice: 5, again: true },
  ],
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
  'a bank transfer counts as a page while its link is being made': [
    { ...press, choice: 3, tab: 1, pause: 2 },
    { do: 'wait', ms: 31 * 60_000 },
    { ...press, choice: 5, tab: 1 },
    { ...press, choice: 3, pause: 5 },
    { ...press, choice: 5, tab: 1, again: true },
    { do: 'go', which: 2, pause: null },
  ],
  'a wrong payment by another link of a paid on-ramp does not put its money in doubt': [
    { ...press, choice: 4 },
    { ...press, choice: 4, pause: 4 },
    { do: 'pay', which: 1, mistake: 'marker' },
    { do: 'go', which: 0, pause: 6 },
    { do: 'pay', which: 1, mistake: null },
    { do: 'webhook', which: 1, pause: null },
    { do: 'webhook', which: 2, pause: null },
    { do: 'settle', which: 2, as: 'refunded' },
    { do: 'complete', which: 1 },
  ],
  'an order that is put back is not sold again while its unknown payment is reported': [
    { ...press, choice: 1, tab: 1 },
    { do: 'pay_both' },
    { do: 'restore', isReassigned: false, restarts: false },
    { do: 'withdraw', order: 0 },
    { do: 'wait', ms: 691_200_000 },
    { do: 'recover', pause: null },
    { do: 'put_back', order: 0 },
    { ...press, choice: 4, tab: 2 },
  ],
  'payments that are found after a loss do not put off the reading of the service’s lists': [
    { do: 'lag', ms: 50_000 },
    { ...press, choice: 0, again: true, pause: 4 },
    { ...press, choice: 3, pause: 5 },
    { do: 'pay', which: 3, mistake: null },
    { ...press, choice: 0, again: true },
    { do: 'complete', which: 5 },
    { do: 'pay', which: 3, mistake: null },
    { do: 'deliver' },
    { do: 'restore', isReassigned: false, restarts: false },
  ],
}

test.each(Object.entries(found))('%s', (_title, actions) => {
  expect(runHistory(actions, rules)).toBeNull()
})
