// One thing that is done at a sandbox. It is made from what somebody wrote, and everything that can be wrong with that is
// found while making it; only then is anybody asked.

import { nameOfKind } from '../kind-names.ts'
import { printable } from '../printable.ts'
import type { SandboxClient } from '../sandbox-client/client.ts'
import type { SandboxObject } from '../sandbox-client/objects.ts'

export type Action = (client: SandboxClient) => Promise<ActionResult>

export interface ActionResult {
  /** For a person, each one line. */
  readonly lines: readonly string[]
  /** For a program: JSON. */
  readonly value: unknown
}

/** An object as a sentence names it: by its reference too, where it has one. */
export function nameOf({ kind, id, reference }: SandboxObject): string {
  const name = nameOfKind[kind]
  return reference === null ? `${name} ${id}` : `${name} ${printable(reference)} (${id})`
}

/** Its state, with all that can be moved of it. */
export function stateOf({ status, details, deposit }: SandboxObject): string {
  const why = details === null ? '' : ` (${details})`
  return `${status}${why}${deposit === null ? '' : `, deposit ${deposit}`}`
}
