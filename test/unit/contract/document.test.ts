// openapi.json: valid, complete, and with examples that are true.
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../../../src/contract/openapi.ts'
import { problemTypes } from '../../../src/protocol/problem-types.ts'
import {
  document,
  type Media,
  type Operation,
  type Response,
  resolved,
  wrongBy,
} from '../../support/open-api.ts'

const operations: readonly (readonly [call: string, operation: Operation])[] = Object.entries(
  document.paths,
).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => method !== 'servers')
    .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
)

const responsesOf = ({ responses }: Operation): [status: number, response: Response][] =>
  Object.entries(responses).map(([status, each]) => [Number(status), resolved<Response>(each)])

const examples = operations.flatMap(([call, operation]) => {
  const medias: [where: string, Media][] = [
    ...Object.values(operation.requestBody?.content ?? {}).map(
      (media) => ['request', media] as [string, Media],
    ),
    ...responsesOf(operation).flatMap(([status, { content = {} }]) =>
      Object.values(content).map((media) => [String(status), media] as [string, Media]),
    ),
  ]
  return medias.flatMap(([where, { schema, examples: all = {} }]) =>
    Object.entries(all).map(([name, { value }]) => [`${call} ${where} ${name}`, schema, value] as const),
  )
})

describe('openapi.json', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(await new Validator().validate(structuredClone(document) as never)).toEqual({ valid: true })
    expect(document.openapi).toBe('3.1.1')
  })

  test('has the version of the package', () => {
    expect(openApiDocument('7.8.9')).toMatchObject({ info: { version: '7.8.9' } })
  })

  test('gives every call an id of its own, and says what it does', () => {
    expect(new Set(operations.map(([, { operationId }]) => operationId)).size).toBe(operations.length)
    for (const [call, { summary, description, tags }] of operations) {
      expect(summary, call).toMatch(/^[A-Z].*[^.]$/)
      expect(description, call).toMatch(/^[A-Z][\s\S]*\.$/)
      expect(tags, call).toHaveLength(1)
    }
  })

  test('asks for the token of the back office there, and for nothing elsewhere', () => {
    for (const [call, { security = [] }] of operations)
      expect(security, call).toEqual(call.includes('/backoffice/') ? [{ backOffice: [] }] : [])
  })

  test('answers every error as a problem, and every 429 and 503 with Retry-After', () => {
    for (const [call, operation] of operations)
      for (const [status, { content, headers = {} }] of responsesOf(operation)) {
        if (status >= 400) expect(Object.keys(content ?? {}), call).toEqual(['application/problem+json'])
        expect('Retry-After' in headers, `${call} ${status}`).toBe(status === 429 || status === 503)
      }
  })

  test('says how a webhook of the service is answered, with problems that exist', () => {
    const { responses } = document.webhooks.paymentChanged?.post ?? {}
    expect(Object.keys(responses ?? {}).sort()).toEqual(['2XX', '401', '503'].sort())
    for (const response of Object.values(responses ?? {}))
      expect(resolved<Response>(response).description).toMatch(/\.$/)
  })

  test('uses each of its components', () => {
    const text = JSON.stringify(document)
    for (const [kind, parts] of Object.entries(document.components))
      for (const name of Object.keys(parts))
        if (kind !== 'securitySchemes') expect(text, name).toContain(`"#/components/${kind}/${name}"`)
  })

  test('lists every type of a problem, with its meaning', () => {
    const { ProblemType } = document.components.schemas ?? {}
    expect(ProblemType).toMatchObject({ enum: Object.keys(problemTypes), 'x-enumDescriptions': problemTypes })
  })

  test.each(examples)('the example %s is what its schema describes', (_, schema, value) => {
    expect(wrongBy(schema, value)).toEqual([])
  })

  test('has an example for each body, except of a page', () => {
    const without = operations.flatMap(([call, operation]) =>
      responsesOf(operation).flatMap(([status, { content = {} }]) =>
        Object.entries(content)
          .filter(([type, media]) => type !== 'text/html' && !media.examples)
          .map(() => `${call} ${status}`),
      ),
    )
    expect(without).toEqual([])
    expect(examples.length).toBeGreaterThan(60)
  })

  test('the examples name each type of a problem', () => {
    const named = examples.map(([, , value]) => (value as { type?: string }).type)
    for (const type of Object.keys(problemTypes)) expect(named).toContain(type)
  })

  test('the status of an example is that of its answer', () => {
    for (const [where, , value] of examples) {
      const { status } = value as { status?: unknown }
      if (typeof status === 'number') expect(where.split(' ')[2], where).toBe(String(status))
    }
  })

  test('the examples of parameters and headers are what their schemas describe', () => {
    const parts = [
      ...Object.values(document.components.parameters ?? {}),
      ...Object.values(document.components.headers ?? {}),
    ]
    for (const part of parts as { schema: object; example?: unknown }[])
      if (part.example !== undefined) expect(wrongBy(part.schema, part.example)).toEqual([])
    expect(parts.length).toBeGreaterThan(10)
  })

  test('the check of an example finds a wrong one', () => {
    const { Session } = document.components.schemas ?? {}
    expect(
      wrongBy(Session ?? {}, { id: 'cs_1', status: 'CREATED', amount: { value: 49.9, currency: 'EUR' } }),
    ).toEqual(expect.arrayContaining([expect.stringContaining('/amount')]))
  })
})
