// Validates requests against the description. The tests validate every answer of the sandbox too: test/support/described.ts.
import type { ValidationError } from '../problem.ts'
import { keepDeclared } from './declared.ts'
import { locate, locateOperation, type OperationId, type Parameter, resolveSchema } from './description.ts'
import { toErrors } from './error-messages.ts'
import { compileAt } from './schema-compiler.ts'

export type ParsedBody = { ok: true; value: unknown } | { ok: false; errors: readonly ValidationError[] }
export type ParameterError = { name: string; in: Parameter['in']; detail: string }
export type ParsedParameters =
  | { ok: true; value: Record<string, unknown> }
  | { ok: false; errors: readonly ParameterError[] }

const jsonBody = ['requestBody', 'content', 'application/json', 'schema'] as const

/** Parses a request body: undeclared fields are removed, defaults filled in. Or returns every failing field. */
export function parseBody(operation: OperationId, body: unknown): ParsedBody {
  const place = locate([...locateOperation(operation), ...jsonBody])
  if (!place) throw new Error(`openapi.yaml describes no body for ${operation}.`)
  const value = keepDeclared(place.value, body)
  const check = compileAt(place.pointer)
  return check(value) ? { ok: true, value } : { ok: false, errors: toErrors(check.errors ?? []) }
}

export type GivenParameters = {
  path: Record<string, string>
  query: Record<string, readonly string[]>
  /** Names in lower case. */
  header: Record<string, string | undefined>
}

/** Parses parameters by name: integers as numbers, defaults filled in, unknown ones ignored. */
export function parseParameters(operation: OperationId, given: GivenParameters): ParsedParameters {
  const value: Record<string, unknown> = {}
  const errors: ParameterError[] = []
  for (const { parameter, pointer } of parametersOf(operation)) {
    const parsed = parseParameter(parameter, pointer, valuesOf(parameter, given))
    if (parsed.ok) {
      if (parsed.value !== undefined) value[parameter.name] = parsed.value
    } else errors.push({ name: parameter.name, in: parameter.in, detail: parsed.detail })
  }
  return errors.length === 0 ? { ok: true, value } : { ok: false, errors }
}

function parametersOf(operation: OperationId) {
  const path = [...locateOperation(operation), 'parameters']
  const list = (locate(path)?.value ?? []) as unknown[]
  return list.map((_, index) => {
    const place = locate([...path, String(index)])
    return { parameter: place?.value as Parameter, pointer: `${place?.pointer}/schema` }
  })
}

function valuesOf({ name, in: part }: Parameter, given: GivenParameters): readonly string[] {
  const values = given[part]
  const key = part === 'header' ? name.toLowerCase() : name
  const value = Object.hasOwn(values, key) ? values[key] : undefined
  return value === undefined ? [] : [value].flat()
}

type ParsedParameter = { ok: true; value: unknown } | { ok: false; detail: string }

function parseParameter(parameter: Parameter, pointer: string, values: readonly string[]): ParsedParameter {
  const [text, ...more] = values
  if (more.length > 0) return { ok: false, detail: 'Must be given once.' }
  const schema = resolveSchema(parameter.schema)
  if (text === undefined) {
    if (parameter.required) return { ok: false, detail: 'Is required.' }
    return { ok: true, value: schema.default }
  }
  // Digits only: JavaScript would also read "1.0", "+1" and "1e1" as integers.
  const value = schema.type === 'integer' && /^[0-9]{1,15}$/.test(text) ? Number(text) : text
  const check = compileAt(pointer)
  return check(value)
    ? { ok: true, value }
    : { ok: false, detail: toErrors(check.errors ?? [])[0]?.detail ?? '' }
}
