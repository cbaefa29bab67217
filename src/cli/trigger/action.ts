// What an action of `trigger` is, and what its lines say. Reading the input creates an action and finds all mistakes; only
// running the action calls the sandbox.

import { nameOfKind } from '../kind-names.ts'
import type { SandboxClient } from '../sandbox-client/client.ts'
import type { SandboxObject } from '../sandbox-client/objects.ts'

export type Action = (client: SandboxClient) => Promise<ActionResult>

export interface ActionResult {
  /** Lines for a person. */
  readonly lines: readonly string[]
  /** The value for `--json`. */
  readonly value: unknown
}

/** The name of an object in a message: its id, and its reference if it has one. */
export function nameOf({ kind, id, reference }: SandboxObject): string {
  const name = nameOfKind[kind]
  return reference === null ? `${name} ${id}` : `${name} ${reference} (${id})`
}

/** The status of an object with its details, for a message. */
export function stateOf({ status, details, deposit }: SandboxObject): string {
  const why = details === null ? '' : ` (${details})`
  return `${status}${why}${deposit === null ? '' : `, deposit ${deposit}`}`
}

/** "A number from 0 to 1." as the end of a sentence: "must be a number from 0 to 1." */
export function mustBe(wanted: string): string {
  const text = wanted.replace(/^Must be /, '').replace(/; empty:.*$/, '.')
  return `must be ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
