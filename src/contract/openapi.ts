// openapi.json: the contract as OpenAPI 3.1, generated from the schemas and calls of this folder.
import type { z } from 'zod'
import { problem } from './answers.ts'
import { backofficeOperations } from './backoffice-operations.ts'
import { headers, parameters } from './document-parts.ts'
import { toJsonSchemas } from './json-schemas.ts'
import type { ContractAnswer, ContractOperation } from './operation.ts'
import { protocolOperations } from './operations.ts'
import { problems } from './problems.ts'
import { webhooks } from './webhook.ts'

const operations: readonly ContractOperation[] = [...protocolOperations, ...backofficeOperations]

const description = `What a shop's server answers to the elements of \`payin-checkout\`, in version 1 of the protocol. \`docs/protocol.md\` in the
package explains it, and \`npx payin-checkout verify\` tests a server in any language.

- Ignore fields that you do not know. A minor version may add fields, kinds and values of an enum.
- Money is a decimal string and a currency.
- Every answer that is not a session or a list is a problem (RFC 9457).
- What no call shows is as important: lock the order, store before you send, read after a webhook.`

const tags = [
  { name: 'Payments', description: 'What a page calls to pay. Required, except for the optional calls.' },
  { name: 'Choice', description: 'Optional lists, so that the shopper chooses in the shop.' },
  {
    name: 'Back office',
    description:
      'Calls of the shop’s own programs to `payin-checkout/merchant`. They are no part of the protocol: a server in another language needs none of them, and no page may call them.',
  },
]

/**
 * The document.
 * @param version of the package
 */
export function openApiDocument(version: string): object {
  const bodies = [...new Set(operations.flatMap(bodiesOf))]
  const { converted, components } = toJsonSchemas(bodies)
  const schemaOf = (body: z.ZodType) => converted[bodies.indexOf(body)]
  return {
    openapi: '3.1.1',
    info: {
      title: 'The merchant protocol of payin-checkout',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      {
        url: '{endpoint}',
        variables: {
          endpoint: {
            default: 'https://shop.example/checkout',
            description: 'The attribute `endpoint` of the elements.',
          },
        },
      },
    ],
    security: [],
    tags,
    paths: pathsOf(schemaOf),
    webhooks,
    components: {
      schemas: Object.fromEntries(
        Object.entries(components).sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
      responses: Object.fromEntries(
        Object.entries(problems).map(([name, answer]) => [name, responseOf(answer, schemaOf)]),
      ),
      parameters,
      headers,
      securitySchemes: {
        backOffice: {
          type: 'http',
          scheme: 'bearer',
          description: 'The setting `backofficeToken` (`BACKOFFICE_TOKEN`).',
        },
      },
    },
  }
}

const bodiesOf = ({ request, answers }: ContractOperation): z.ZodType[] =>
  [request?.body, ...Object.values(answers).map(({ body }) => body)].filter(isSchema)

const isSchema = (body: z.ZodType | string | null | undefined): body is z.ZodType =>
  typeof body === 'object' && body !== null

type SchemaOf = (body: z.ZodType) => object | undefined

function pathsOf(schemaOf: SchemaOf): object {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    const item = paths[operation.path] ?? serverOf(operation)
    item[operation.method.toLowerCase()] = operationOf(operation, schemaOf)
    paths[operation.path] = item
  }
  return paths
}

/** The back office is beside the endpoint and not below it. */
const serverOf = ({ tag }: ContractOperation): Record<string, unknown> =>
  tag === 'Back office'
    ? { servers: [{ url: 'https://shop.example', description: 'Where the server is mounted.' }] }
    : {}

function operationOf(operation: ContractOperation, schemaOf: SchemaOf): object {
  const { id, tag, summary, isOptional, request, answers } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    description: isOptional ? `Optional. ${operation.description}` : operation.description,
    ...(tag === 'Back office' && { security: [{ backOffice: [] }] }),
    ...(operation.parameters.length > 0 && {
      parameters: operation.parameters.map((name) => ({ $ref: `#/components/parameters/${name}` })),
    }),
    ...(request && {
      requestBody: {
        required: request.isRequired,
        content: {
          'application/json': { schema: schemaOf(request.body), examples: named(request.examples) },
        },
      },
    }),
    responses: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, sharedOr(answer, schemaOf)]),
    ),
  }
}

/** A problem is written once, for all calls that answer it. */
function sharedOr(answer: ContractAnswer, schemaOf: SchemaOf): object {
  const shared = Object.entries(problems).find(([, each]) => each === answer)
  return shared ? { $ref: `#/components/responses/${shared[0]}` } : responseOf(answer, schemaOf)
}

function responseOf(
  { description, body, headers = [], examples }: ContractAnswer,
  schemaOf: SchemaOf,
): object {
  return {
    description,
    ...(headers.length > 0 && {
      headers: Object.fromEntries(headers.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    }),
    ...(body !== null && {
      content: { [typeOf(body)]: contentOf(body, examples, schemaOf) },
    }),
  }
}

const typeOf = (body: z.ZodType | 'html'): string =>
  body === 'html' ? 'text/html' : body === problem ? 'application/problem+json' : 'application/json'

function contentOf(
  body: z.ZodType | 'html',
  examples: ContractAnswer['examples'],
  schemaOf: SchemaOf,
): object {
  if (body === 'html') return { schema: { type: 'string' } }
  return { schema: schemaOf(body), ...(examples && { examples: named(examples) }) }
}

/** The keys of examples may hold no spaces; their titles may. */
const named = (examples: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(
    Object.entries(examples).map(([summary, value]) => [
      summary.toLowerCase().replace(/[^a-z0-9]+/g, '_'),
      { summary, value },
    ]),
  )
