// What an action of `trigger` is, and what its lines say. Reading the input creates an action and finds all mistakes; only
// running the action calls the sandbox.

import { nameOfKind } from '../kind-names.ts'
import type { SandboxPayment } from '../sandbox-client/answers.ts'
import type { SandboxControl } from '../sandbox-client/control.ts'

export type Action = (control: SandboxControl) => Promise<ActionResult>

export interface ActionResult {
  /** Lines for a person. */
  readonly lines: readonly string[]
  /** The value for `--json`. */
  readonly value: unknown
}

/** The name of a payment in a message: its id, and its reference if it has one. */
export function nameOf({ kind, id, reference }: SandboxPayment): string {
  const name = nameOfKind[kind]
  return reference === null ? `${name} ${id}` : `${name} ${reference} (${id})`
}

/** The status of a payment with its details, for a message. */
export function stateOf({ status, statusDetails, depositStatus }: SandboxPayment): string {
  const why = statusDetails === null ? '' : ` (${statusDetails})`
  return `${status}${why}${depositStatus === null ? '' : `, deposit ${depositStatus}`}`
}

/** "A number from 0 to 1." as the end of a sentence: "must be a number from 0 to 1." "Must have …" stays as it is. */
export function mustBe(wanted: string): string {
  const text = wanted.charAt(0).toLowerCase() + wanted.slice(1).replace(/; empty:.*$/, '.')
  return text.startsWith('must ') ? text : `must be ${text}`
}
