// openapi.yaml, the description of both interfaces. It is served, and requests are validated by it. Paths, fields,
// formats, limits and statuses are defined there and nowhere else in the sandbox.
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

/**
 * Follows a path through the document and through references. Returns the value and its JSON Pointer. Schemas are
 * compiled by pointer, because their references are relative to the document.
 */
export function locate(path: readonly string[]): { value: unknown; pointer: string } | undefined {
  let place: { value: unknown; names: readonly string[] } = dereference(openApiDocument, [])
  for (const name of path) {
    const parent = place.value
    if (typeof parent !== 'object' || parent === null || !Object.hasOwn(parent, name)) return undefined
    place = dereference((parent as Schema)[name], [...place.names, name])
  }
  return { value: place.value, pointer: toPointer(place.names) }
}

function dereference(value: unknown, names: readonly string[]): { value: unknown; names: readonly string[] } {
  const reference = (value as Partial<Reference> | null)?.$ref
  if (typeof reference !== 'string') return { value, names }
  const target = reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  const found = target.reduce<unknown>((parent, name) => (parent as Schema)[name], openApiDocument)
  return dereference(found, target)
}

function toPointer(names: readonly string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
