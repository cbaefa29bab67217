// The parameters and headers of the contract, as OpenAPI writes them.
import type { HeaderName, ParameterName } from './operation.ts'

interface Part {
  readonly description: string
  readonly required?: true
  readonly schema: object
  readonly example?: unknown
}

interface Parameter extends Part {
  readonly name: string
  readonly in: 'header' | 'path' | 'query'
}

const text = { type: 'string' }
const number = { type: 'integer', minimum: 1 }
const session = 'cs_5ZkQ0v3nT8wR1yL6mXbC9a'

/** What stands in a path cannot be left out. */
function inPath(name: string, description: string, schema: object, example: unknown): Parameter {
  return { name, in: 'path', description, required: true, schema, example }
}

function inQuery(name: string, description: string, schema: object): Parameter {
  return { name, in: 'query', description, schema }
}

function inHeader(name: string, description: string, example: string): Parameter {
  return { name, in: 'header', description, schema: text, example }
}

export const parameters: Readonly<Record<ParameterName, Parameter>> = {
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'One for each attempt, kept over retries. A new key is a new payment.',
    required: true,
    schema: { type: 'string', format: 'uuid' },
    example: '6f1d3c1e-2b9a-4c57-9f0e-3a7d5b8c2e41',
  },
  'If-None-Match': inHeader('If-None-Match', 'The `ETag` that the client has.', '"3-m5x1k2o"'),
  Prefer: inHeader('Prefer', '`wait=` and the seconds that the answer may be held (RFC 7240).', 'wait=20'),
  session: inPath(
    'id',
    'The id of a session. It is a capability: write it into no log.',
    { type: 'string', minLength: 1 },
    session,
  ),
  return_session: { ...inQuery('session', 'The id of the session that was paid.', text), example: session },
  page: inQuery('page', 'From 1.', { ...number, default: 1 }),
  page_size: inQuery('page_size', 'Banks on a page.', { ...number, maximum: 100, default: 20 }),
  order_reference: inPath(
    'reference',
    'The `reference` of the payout.',
    { type: 'string', minLength: 1, maxLength: 36 },
    'refund-1001',
  ),
  alert: inPath('id', 'The number of the alert.', number, 17),
}

function always(description: string, example: string): Part {
  return { description, required: true, schema: text, example }
}

const sometimes = (description: string, example: string): Part => ({ description, schema: text, example })

export const headers: Readonly<Record<HeaderName, Part>> = {
  'Cache-Control': always(
    '`no-store` wherever a session is concerned: its id is in the answer or in its address.',
    'no-store',
  ),
  ETag: sometimes(
    'The version of the session. Without it the widget polls, and no read can be held.',
    '"3-m5x1k2o"',
  ),
  'Preference-Applied': sometimes(
    'How long the server holds the read, which may be shorter than the request asked for.',
    'wait=20',
  ),
  'Retry-After': always('When the request may be repeated: seconds, or an HTTP date.', '2'),
  'WWW-Authenticate': always('RFC 6750.', 'Bearer realm="back office"'),
}
