// The form fields of each fault, with labels and hints. The schema in ../faults/fault-schema.ts validates the values.
import { coopValues, type FaultKind, hostileLinks } from '../faults/fault-schema.ts'

export type FaultField = {
  name: string
  label: string
  kind: 'number' | 'text' | 'choice' | 'operations'
  /** The accepted values: the hint below the field, and part of its error. */
  wanted: string
  /** The initial value. */
  first?: string
  values?: readonly (readonly [value: string, text: string])[]
}

export type FaultForm = { title: string; effect: string; fields: readonly FaultField[] }

const chance: FaultField = {
  name: 'chance',
  label: 'Chance',
  kind: 'number',
  wanted: 'A number from 0 to 1: the probability that the fault applies, drawn from the seed.',
  first: '1',
}
const count: FaultField = {
  name: 'count',
  label: 'How often',
  kind: 'number',
  wanted: 'A whole number from 1 to 1000000; empty: until it is switched off.',
}
const when = [chance, count]
const operations: FaultField = {
  name: 'operations',
  label: 'Operations',
  kind: 'operations',
  wanted: 'None ticked: every operation.',
}
const calls = [...when, operations]
const ms: FaultField = {
  name: 'ms',
  label: 'Milliseconds',
  kind: 'number',
  wanted: 'A whole number from 0 to 600000.',
  first: '3000',
}

function work(first: 'done' | 'undone'): FaultField {
  return {
    name: 'work',
    label: 'The work itself',
    kind: 'choice',
    wanted: 'done or undone.',
    first,
    values: [
      ['undone', 'undone: nothing was created'],
      ['done', 'done: it exists, and only the answer is lost'],
    ],
  }
}

function choice(name: string, label: string, values: readonly string[]): FaultField {
  const pairs = values.map((value) => [value, value] as const)
  return { name, label, kind: 'choice', wanted: `One of ${values.join(', ')}.`, values: pairs }
}

export const faultForms: Readonly<Record<FaultKind, FaultForm>> = {
  latency: {
    title: 'Slow answers',
    effect: 'A call does its work, then waits before it answers.',
    fields: [ms, ...calls],
  },
  error: {
    title: 'Server errors',
    effect: 'A call answers 5xx.',
    fields: [choice('status', 'Status', ['500', '502', '503', '504']), work('undone'), ...calls],
  },
  rate_limit: {
    title: 'Too many requests',
    effect: 'A call answers 429.',
    fields: [
      {
        name: 'retry_after',
        label: 'Retry-After',
        kind: 'text',
        wanted: 'Seconds or an HTTP date, sent unchanged; empty: no such header.',
        first: '2',
      },
      ...calls,
    ],
  },
  cut: {
    title: 'Connection cut',
    effect: 'A call gets no answer: the connection is closed.',
    fields: [work('done'), ...calls],
  },
  webhook_lost: { title: 'Webhooks lost', effect: 'A webhook is never sent, nor tried again.', fields: when },
  webhook_late: { title: 'Webhooks late', effect: 'A webhook is sent later.', fields: [ms, ...when] },
  webhook_duplicate: {
    title: 'Webhooks twice',
    effect: 'A webhook is sent more than once.',
    fields: [
      {
        name: 'copies',
        label: 'Copies',
        kind: 'number',
        wanted: 'A whole number from 1 to 20, on top of the first.',
        first: '1',
      },
      ...when,
    ],
  },
  webhook_out_of_order: {
    title: 'Webhooks out of order',
    effect:
      'A webhook is held back until the next one about the same object was sent, for 30 seconds at most.',
    fields: when,
  },
  webhook_forged: {
    title: 'Forged webhooks',
    effect: 'Before a webhook another one is sent that says paid, with an invalid signature.',
    fields: when,
  },
  coop: {
    title: 'Isolated hosted pages',
    effect:
      'A hosted page is served with Cross-Origin-Opener-Policy; the shop then reads popup.closed as true.',
    fields: [choice('value', 'Value', coopValues), ...when],
  },
  hostile_redirect_url: {
    title: 'Hostile links',
    effect: 'The merchant gets a malicious link; a careful merchant refuses it.',
    fields: [choice('link', 'Link', Object.keys(hostileLinks)), ...when],
  },
}
