// Wrong values for every field of a request, generated from the OpenAPI description: new fields are tested
// automatically.
import {
  locate,
  locateOperation,
  type OperationId,
  type Schema,
} from '../../src/sandbox/openapi/description.ts'

/** A value for a field, and whether the description refuses it. */
export type WrongValue = { pointer: string; value: unknown; isRefused: boolean }

const tooLong = 'x'.repeat(10_000)

/** Wrong values for each property that the description declares in this body. */
export function wrongValuesOf(operation: OperationId, body: object): WrongValue[] {
  const place = [...locateOperation(operation), 'requestBody', 'content', 'application/json', 'schema']
  return walk(locate(place)?.value as Schema, body, '')
}

function walk(schema: Schema, value: unknown, pointer: string): WrongValue[] {
  const { properties = {} } = branchOf(resolve(schema), value)
  return Object.entries(properties as Record<string, Schema>).flatMap(([name, child]) => {
    const at = `${pointer}/${name}`
    const inside = (value as Record<string, unknown>)[name]
    const deeper = typeof inside === 'object' && inside !== null ? walk(child, inside, at) : []
    return [...valuesFor(resolve(child), at), ...deeper]
  })
}

function valuesFor(schema: Schema, pointer: string): WrongValue[] {
  const refused = (value: unknown) => ({ pointer, value, isRefused: true })
  const wrongTypes = [null, ...ofOtherTypes(schema)].map(refused)
  const alternatives = (schema.anyOf as Schema[] | undefined) ?? [schema]
  if (!alternatives.some(({ type }) => type === 'string'))
    return [...wrongTypes, refused(''), refused(tooLong)]
  const hasShape = ['pattern', 'format', 'enum', 'const'].some((word) =>
    alternatives.some((each) => word in each),
  )
  const empty = { pointer, value: '', isRefused: hasShape || 'minLength' in schema }
  return [...wrongTypes, empty, { pointer, value: tooLong, isRefused: hasShape || 'maxLength' in schema }]
}

function ofOtherTypes(schema: Schema): unknown[] {
  const types = ((schema.anyOf as Schema[] | undefined) ?? [schema]).map(({ type }) => type)
  const all: [string, unknown][] = [
    ['string', '25'],
    ['number', 7],
    ['boolean', true],
    ['array', ['25']],
    ['object', { toString: '25' }],
  ]
  // An object also tests "__proto__" and "length"; a string may be valid for an enum.
  return all
    .filter(([type]) => !types.includes(type) && !(types[0] === undefined && type === 'string'))
    .map(([, value]) => value)
}

function branchOf(schema: Schema, value: unknown): Schema {
  const { discriminator, oneOf } = schema as { discriminator?: { propertyName: string }; oneOf?: Schema[] }
  if (!discriminator || !oneOf) return schema
  const tag = (value as Record<string, unknown>)[discriminator.propertyName]
  const branches = oneOf.map(resolve)
  const isChosen = ({ properties }: Schema) =>
    (properties as Record<string, Schema>)[discriminator.propertyName]?.const === tag
  return branches.find(isChosen) ?? schema
}

function resolve(schema: Schema): Schema {
  if (typeof schema.$ref !== 'string') return schema
  const target = locate(schema.$ref.slice(2).split('/'))?.value as Schema
  return { ...resolve(target), ...schema, $ref: undefined }
}

/** A copy of the body with another value at the pointer. */
export function withValue(body: object, pointer: string, value: unknown): object {
  const copy = structuredClone(body)
  const names = pointer.slice(1).split('/')
  const last = names.pop() ?? ''
  let place = copy as Record<string, unknown>
  for (const name of names) place = place[name] as Record<string, unknown>
  place[last] = value
  return copy
}
