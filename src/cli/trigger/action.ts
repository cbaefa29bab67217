// What an action of `trigger` is, the options that actions have, and what its lines say. Reading the input creates an action and finds all mistakes; only
// running the action calls the sandbox.
import { nameOfKind } from '../kind-names.ts'
import type { SandboxPayment } from '../sandbox-client/answers.ts'
import type { SandboxControl } from '../sandbox-client/control.ts'

export type Action = (control: SandboxControl) => Promise<ActionResult>

export interface ActionResult {
  readonly lines: readonly string[]
  readonly value: unknown
}

export function nameOf({ kind, id, reference }: SandboxPayment): string {
  const name = nameOfKind[kind]
  return reference === null ? `${name} ${id}` : `${name} ${reference} (${id})`
}

export function stateOf({ status, statusDetails, depositStatus }: SandboxPayment): string {
  const why = statusDetails === null ? '' : ` (${statusDetails})`
  return `${status}${why}${depositStatus === null ? '' : `, deposit ${depositStatus}`}`
}

/** "A number from 0 to 1." as the end of a sentence: "must be a number from 0 to 1." "Must have …" stays as it is. */
export function mustBe(wanted: string): string {
  const text = wanted.charAt(0).toLowerCase() + wanted.slice(1).replace(/; empty:.*$/, '.')
  return text.startsWith('must ') ? text : `must be ${text}`
}

export const triggerOptions = {
  id: ['--id <id>', 'which object'],
  reference: ['--reference <reference>', 'which object, or the reference of a new object'],
  latest: ['--latest', 'the newest of several'],
  details: ['--details <status_details>', 'the reason of a payin status, such as INSUFFICIENT_FUNDS'],
  on: ['--on <operation>', 'fault: only these operations; repeat it or use commas'],
  times: ['--times <number>', 'fault: how often it strikes (until fault.clear)'],
  chance: ['--chance <number>', 'fault: the probability that it strikes, 0 to 1 (1)'],
  work: ['--work <done|undone>', 'faults cut, error: whether the request is carried out'],
  ms: ['--ms <number>', 'faults latency, webhook_late: the delay in milliseconds'],
  status: ['--status <number>', 'fault error: 500, 502, 503 or 504'],
  retry_after: ['--retry-after <text>', 'fault rate_limit: the header, seconds or a date'],
  copies: ['--copies <number>', 'fault webhook_duplicate: how many extra copies'],
  link: ['--link <name>', 'fault hostile_redirect_url: which kind of link'],
  value: ['--value <policy>', 'fault coop: the value of the header'],
  seed: ['--seed <number>', 'reset: the random seed for faults'],
  amount: ['--amount <decimal>', 'create: the amount, which can decide the outcome'],
  currency: ['--currency <code>', 'create: the currency (EUR)'],
  email: ['--email <address>', "create: the payer's address, which can decide the outcome"],
  names: ['--names <text>', "create: the payer's first and last name"],
  user_id: ['--user-id <text>', "create: the payer's id at the merchant"],
  webhook_url: ['--webhook-url <address>', 'create: where webhooks go'],
  webhook_payload: [
    '--webhook-payload <text>',
    'create: a text that webhooks of a bank transfer or on-ramp repeat',
  ],
  return_url: ['--return-url <address>', 'create: where the payer returns to'],
} as const

export type Field = keyof typeof triggerOptions

/** The given options by field. The value of a flag is "true". */
export type Fields = Partial<Record<Field, string>>

/** `--webhook-url` for `webhook_url`. */
export const optionOf = (field: string): string => `--${field.replaceAll('_', '-')}`
