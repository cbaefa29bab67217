// The parameters and headers of the contract, as OpenAPI writes them.
import type { HeaderName, ParameterName } from './operation.ts'

interface Parameter {
  readonly name: string
  readonly in: 'header' | 'path' | 'query'
  readonly description: string
  readonly required?: true
  readonly schema: object
  readonly example?: unknown
}

interface Header {
  readonly description: string
  readonly required?: true
  readonly schema: object
  readonly example?: string
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
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'The `ETag` that the client has.',
    schema: { type: 'string' },
    example: '"3-m5x1k2o"',
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description: '`wait=` and the seconds that the answer may be held (RFC 7240).',
    schema: { type: 'string' },
    example: 'wait=20',
  },
  session: {
    name: 'id',
    in: 'path',
    description: 'The id of a session. It is a capability: write it into no log.',
    required: true,
    schema: { type: 'string', minLength: 1 },
    example: 'cs_5ZkQ0v3nT8wR1yL6mXbC9a',
  },
  return_session: {
    name: 'session',
    in: 'query',
    description: 'The id of the session that was paid.',
    schema: { type: 'string' },
    example: 'cs_5ZkQ0v3nT8wR1yL6mXbC9a',
  },
  page: {
    name: 'page',
    in: 'query',
    description: 'From 1.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  page_size: {
    name: 'page_size',
    in: 'query',
    description: 'Banks on a page.',
    schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
  },
  order_reference: {
    name: 'reference',
    in: 'path',
    description: 'The `reference` of the payout.',
    required: true,
    schema: { type: 'string', minLength: 1, maxLength: 36 },
    example: 'refund-1001',
  },
  alert: {
    name: 'id',
    in: 'path',
    description: 'The number of the alert.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 17,
  },
}

export const headers: Readonly<Record<HeaderName, Header>> = {
  'Cache-Control': {
    description: '`no-store` wherever a session is concerned: its id is in the answer or in its address.',
    required: true,
    schema: { type: 'string' },
    example: 'no-store',
  },
  ETag: {
    description: 'The version of the session. Without it the widget polls, and no read can be held.',
    schema: { type: 'string' },
    example: '"3-m5x1k2o"',
  },
  'Preference-Applied': {
    description: 'How long the server holds the read, which may be shorter than the request asked for.',
    schema: { type: 'string' },
    example: 'wait=20',
  },
  'Retry-After': {
    description: 'When the request may be repeated: seconds, or an HTTP date.',
    required: true,
    schema: { type: 'string' },
    example: '2',
  },
  'WWW-Authenticate': {
    description: 'RFC 6750.',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer realm="back office"',
  },
}
