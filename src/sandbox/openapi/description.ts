// openapi.yaml, the description of both interfaces, and ways through it. It is served, and requests are validated by it
// (validation.ts). Paths, fields, formats, limits and statuses are defined there and nowhere else in the sandbox.
import { readYaml } from '../files.ts'

export type Schema = { [keyword: string]: unknown }
export type Parameter = { name: string; in: 'query' | 'path' | 'header'; required?: boolean; schema: Schema }
export type Operation = { operationId: OperationId; parameters?: (Parameter | Reference)[] } & Schema
type Reference = { $ref: string }

export type OpenApiDocument = {
  openapi: string
  paths: Record<string, Partial<Record<'get' | 'post', Operation>>>
  webhooks: Record<string, { post: Schema }>
  components: Schema
}

export const operationIds = [
  'listPayins',
  'createPayin',
  'getPayin',
  'listPayouts',
  'createPayout',
  'getPayout',
  'listPayers',
  'listBanks',
  'createBankTransfer',
  'getTransaction',
  'getTransactionWithoutSlash',
  'generatePaymentLink',
  'updateTransactionStatus',
  'generateOnRampLink',
] as const
export type OperationId = (typeof operationIds)[number]

export const openApiDocument = readYaml('openapi/openapi.yaml') as OpenApiDocument

/** The document for a merchant's tools, with the address of the request as its server. */
export function openApiFor(origin: string): object {
  return { ...openApiDocument, servers: [{ url: origin }] }
}

/** The path of an operation in the document. @throws {Error} for an id that the document does not have */
export function locateOperation(id: OperationId): readonly ['paths', string, 'get' | 'post'] {
  for (const [path, item] of Object.entries(openApiDocument.paths)) {
    for (const method of ['get', 'post'] as const) {
      if (item[method]?.operationId === id) return ['paths', path, method]
    }
  }
  throw new Error(`openapi.yaml has no operation ${id}.`)
}

export type Place = { value: unknown; pointer: string }

/**
 * Follows a path through the document and through references. Returns the value and its JSON Pointer. Schemas are
 * compiled by pointer, because their references are relative to the document.
 */
export function locate(path: readonly string[]): Place | undefined {
  let place = dereference({ value: openApiDocument, pointer: '' })
  for (const name of path) {
    const { value, pointer } = place
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    place = dereference({
      value: (value as Schema)[name],
      pointer: `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    })
  }
  return place
}

function dereference(place: Place): Place {
  const reference = (place.value as Partial<Reference> | null)?.$ref
  if (typeof reference !== 'string') return place
  const names = reference.slice('#/'.length).split('/')
  const target = locate(names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')))
  if (!target) throw new Error(`openapi.yaml has nothing at ${reference}.`)
  return target
}

/** The schema itself, or the one that it refers to. */
export function resolveSchema(schema: unknown): Schema {
  if (typeof schema !== 'object' || schema === null) return {}
  return dereference({ value: schema, pointer: '' }).value as Schema
}

/** The value that says which branch of a `oneOf` an object is. @param tag the name of the discriminator */
export function tagOf(branch: unknown, tag: string): unknown {
  return (resolveSchema(branch).properties as Record<string, { const?: unknown }> | undefined)?.[tag]?.const
}
