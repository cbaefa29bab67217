// The schemas of the contract as JSON Schema, draft 2020-12, written for a reader.
import { z } from 'zod'
import { notes } from './notes.ts'

type Json = Record<string, unknown>

/** The place of a named schema in an OpenAPI document. */
const placeOf = (name: string): string => `#/components/schemas/${name}`

/**
 * Converts schemas. A named one (a note with an `id`) becomes a component.
 * @returns a reference or a schema for each of them, in their order, and the components by name
 */
export function toJsonSchemas(schemas: readonly z.ZodType[]): {
  readonly converted: readonly Json[]
  readonly components: Readonly<Record<string, Json>>
} {
  // One conversion, so that each component is written once.
  const all = z.toJSONSchema(z.tuple(schemas as [z.ZodType]), {
    target: 'draft-2020-12',
    io: 'input',
    metadata: notes,
  })
  const { prefixItems, $defs } = rewritten(all as Json) as {
    prefixItems: Json[]
    $defs: Readonly<Record<string, Json>>
  }
  const components = Object.entries($defs).map(([name, { id, ...schema }]) => [name, schema])
  return { converted: prefixItems, components: Object.fromEntries(components) }
}

/** Rewrites a schema after its parts. Names of fields are left alone: a field may be called `pattern`. */
function rewritten(schema: Json): Json {
  const parts = Object.entries(schema).map(([keyword, value]) => {
    if (['properties', '$defs'].includes(keyword))
      return [
        keyword,
        Object.fromEntries(
          Object.entries(value as Json).map(([name, part]) => [name, rewritten(part as Json)]),
        ),
      ]
    if (['anyOf', 'oneOf', 'prefixItems'].includes(keyword))
      return [keyword, (value as Json[]).map(rewritten)]
    return [keyword, keyword === 'items' ? rewritten(value as Json) : value]
  })
  return readable(Object.fromEntries(parts))
}

/** Says the same as the converted schema in fewer words. */
function readable(part: Json): Json {
  const { additionalProperties, propertyNames, pattern, minimum, maximum, ...rest } = part
  return withDescriptionFirst(
    withoutNull({
      ...rest,
      ...(typeof rest.$ref === 'string' && { $ref: placeOf(rest.$ref.replace('#/$defs/', '')) }),
      // The pattern of a time has 300 characters, and its format says the same.
      ...(pattern !== undefined && rest.format !== 'date-time' && { pattern }),
      // zod writes the limits of JavaScript's numbers.
      ...(minimum !== Number.MIN_SAFE_INTEGER && minimum !== undefined && { minimum }),
      ...(maximum !== Number.MAX_SAFE_INTEGER && maximum !== undefined && { maximum }),
      // `{}` allows any field, as the absence does. The name of a field is always a text.
      ...(additionalProperties === false && { additionalProperties }),
    }),
  )
}

/** `anyOf` of one schema and `null` is one schema with two types. */
function withoutNull(part: Json): Json {
  const { anyOf, ...rest } = part
  if (!Array.isArray(anyOf)) return part
  const flat = anyOf.flatMap(alternativesIn)
  const [schema, ...more] = flat.filter(({ type }) => type !== 'null')
  if (more.length > 0 || typeof schema?.type !== 'string' || flat.length !== 2)
    return { ...rest, anyOf: flat }
  return {
    ...schema,
    ...rest,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...schema.enum, null] }),
  }
}

/** The alternatives of a schema that is nothing but `anyOf`, else the schema. */
const alternativesIn = (schema: Json): Json[] =>
  Array.isArray(schema.anyOf) && Object.keys(schema).length === 1 ? schema.anyOf : [schema]

const withDescriptionFirst = ({ title, description, type, ...rest }: Json): Json => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  ...(type !== undefined && { type }),
  ...rest,
})
