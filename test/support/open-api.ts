// openapi.json as tests use it: its schemas, compiled by Ajv, and a check of answers against it.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Hono } from 'hono'
import { openApiDocument } from '../../src/contract/openapi.ts'

export interface Media {
  readonly schema: object
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

export interface Response {
  readonly description: string
  readonly headers?: Readonly<Record<string, { readonly $ref: string }>>
  readonly content?: Readonly<Record<string, Media>>
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly { readonly $ref: string }[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Response | { readonly $ref: string }>>
}

interface Document {
  readonly openapi: string
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Pick<Operation, 'responses'> }>>
  readonly components: Readonly<Record<string, Readonly<Record<string, object>>>>
}

/** The document, as its readers get it. */
export const document: Document = JSON.parse(JSON.stringify(openApiDocument('0.1.0')))

const name = 'https://openapi.example/'
const checks = { asserted: createCheck(true), annotated: createCheck(false) }

/** @param formats whether a wrong `format` is an error; by JSON Schema it is only a note */
function createCheck(formats: boolean): (schema: object) => ValidateFunction {
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: formats })
  if (formats) addFormats.default(ajv)
  ajv.addSchema(document, name)
  const compiled = new Map<string, ValidateFunction>()
  return (schema) => {
    const text = JSON.stringify(schema).replaceAll('"#/', `"${name}#/`)
    const known = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, known)
    return known
  }
}

/** What a part of the document is, behind its reference. */
export function resolved<T>(part: T | { readonly $ref: string }): T {
  if (typeof part !== 'object' || part === null || !('$ref' in part)) return part as T
  const names = part.$ref.slice('#/'.length).split('/')
  const found = names.reduce<unknown>((parent, each) => (parent as Record<string, unknown>)[each], document)
  if (found === undefined) throw new Error(`The document has nothing at ${part.$ref}.`)
  return found as T
}

/** What is wrong with a value, by a schema of the document; empty if nothing. */
export function wrongBy(schema: object, value: unknown, formats: keyof typeof checks = 'asserted'): string[] {
  const check = checks[formats](schema)
  return check(value) ? [] : (check.errors ?? []).map((each) => `${each.instancePath} ${each.message}`)
}

/** The call of the document that a request to the library makes; `null` if there is none. */
function callOf(
  method: string,
  url: string,
  basePath: string,
): { readonly call: string; readonly operation: Operation } | null {
  const { pathname } = new URL(url, 'http://shop.example')
  // Outside of the base path the answer is the 404 of any unknown address.
  const below = pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : ''
  const path = /^(?:\/checkout(\/.*)|(\/backoffice\/.*))$/.exec(below)?.slice(1).join('')
  for (const [template, item] of Object.entries(document.paths)) {
    const operation = item[method.toLowerCase()]
    if (operation && new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`).test(path ?? ''))
      return { call: `${method} ${template}`, operation }
  }
  return null
}

/** What is wrong with an answer of the library: its status, its content type, its headers or its body. */
async function wrongInAnswer(
  { method, url }: Request,
  basePath: string,
  answer: globalThis.Response,
): Promise<string[]> {
  const asked = callOf(method, url, basePath)
  if (!asked) return []
  const { call, operation } = asked
  const described = operation.responses[answer.status]
  if (!described) return [`${call} is answered ${answer.status}, which openapi.json does not list.`]
  const { headers = {}, content } = resolved<Response>(described)
  const missing = Object.entries(headers)
    .filter(([, header]) => resolved<{ required?: true }>(header).required)
    .filter(([header]) => !answer.headers.has(header))
    .map(([header]) => `has no ${header}`)
  const type = answer.headers.get('content-type')?.replace(/;.*/, '')
  const media = content?.[type ?? '']
  const body = await answer.text()
  const wrong = content
    ? media
      ? type === 'text/html'
        ? []
        : wrongBy(media.schema, JSON.parse(body))
      : [`is ${type} and not ${Object.keys(content)}`]
    : body
      ? ['has a body']
      : []
  return [...missing, ...wrong].map((each) => `${call}, ${answer.status}: the answer ${each}.`)
}

/** An app whose every answer is compared with openapi.json. A difference fails the request. @param basePath of its addresses */
export function described(app: Hono, basePath = ''): Hono {
  const { fetch } = app
  app.fetch = async (request, ...more) => {
    const answer = await fetch(request, ...more)
    const [env] = more as [{ readonly incoming?: { readonly url?: string } }?]
    // Another spelling of a path leads nowhere. The address of the request is written in one way already.
    if (!request.url.endsWith(env?.incoming?.url ?? '')) return answer
    const wrong = await wrongInAnswer(request, basePath, answer.clone())
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
    return answer
  }
  return app
}
