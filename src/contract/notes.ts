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

export const notes = z.registry<Note>()

/** A schema with what a reader is told of it. It is a copy: a note belongs to one object in memory, which other fields may share. */
export function described<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  more: Note = {},
): Schema {
  const copy = schema.clone()
  notes.add<z.ZodType>(copy, { ...more, description })
  return copy
}

/**
 * An object of an answer, as a component of openapi.json. Other fields than these are allowed.
 * @param error what the developer of a server reads about another value
 */
export const component = <Fields extends z.ZodRawShape>(
  id: string,
  description: string | null,
  fields: Fields,
  error = 'Must be an object.',
) => z.looseObject(fields, error).register(notes, { id, ...(description !== null && { description }) })
