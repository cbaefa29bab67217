// What openapi.json says of a schema besides its rules: its name, its description. Not zod's own `meta`: it writes into one registry
// for all of a process, where a shop may have a `Session` of its own.
import { z } from 'zod'

export interface Note {
  /** The name of the schema among the components. */
  readonly id?: string
  readonly title?: string
  readonly description?: string
  readonly default?: unknown
  readonly format?: string
  readonly not?: object
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>
}

/** A note belongs to one object in memory: clone a schema that several fields share before you add one. */
export const notes = z.registry<Note>()
