// Reads a create request. What is wrong with it is said with JSON Pointers, so that the developer finds the field.
import { type PayinPayment, type ProblemError, parseIban } from 'payin-checkout/server'
import { z } from 'zod'
import type { Press } from '../create/claim.ts'
import { HttpProblem, unprocessable } from './problems.ts'

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** The kinds that this server takes. */
const kinds = ['payin']

const id = z.string().regex(uuid, 'Must be a UUID.')
/** A typing error is found here, before a payin is asked for. */
const iban = z.string().refine(isElectronicIban, 'Must be an IBAN in capitals, without spaces.')

const payment = z.discriminatedUnion('method', [
  z
    .strictObject({
      method: z.literal('bank_account'),
      bank_id: id.optional(),
      iban: iban.optional(),
      instrument_id: id.optional(),
    })
    .refine(
      ({ bank_id, iban, instrument_id }) => [bank_id, iban, instrument_id].filter(Boolean).length <= 1,
      {
        error: 'Only one of bank_id, iban and instrument_id may be given.',
      },
    ),
  z.strictObject({ method: z.enum(['card', 'google_pay', 'apple_pay', 'crypto_transfer']) }),
  z.strictObject({
    method: z.literal('service_wallet'),
    email: z.email('Must be an e-mail address.').max(254).optional(),
  }),
])

// No price and no address among the fields: what a browser sends, a shopper can change.
const shape = z.object({
  order: z.string().min(1, 'Must not be empty.').max(36, 'Must have at most 36 characters.'),
  kind: z
    .string()
    .default('payin')
    .refine((kind) => kinds.includes(kind), {
      error: `This server takes these kinds: ${kinds.join(', ')}.`,
    }),
  payment: payment.nullish(),
  context: z.record(z.string(), z.unknown()).nullish(),
  lang: z.string().max(35).nullish(),
})

export interface ReadPress {
  readonly press: Press
  readonly context: Readonly<Record<string, unknown>>
}

/**
 * Reads the press of "pay" out of a request.
 * @throws {HttpProblem} 400 without a usable key or JSON, 415 for another content type, 422 for wrong fields
 */
export async function parsePress(request: Request): Promise<ReadPress> {
  const key = request.headers.get('idempotency-key')?.toLowerCase()
  if (!key || !uuid.test(key)) {
    throw new HttpProblem(
      400,
      'The header Idempotency-Key must hold a UUID: one per attempt, kept over retries.',
    )
  }
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new HttpProblem(415, 'The body must be JSON, with Content-Type: application/json.')
  }
  const read = shape.safeParse(await readJson(request))
  if (!read.success) throw unprocessable(...read.error.issues.map(toProblemError))
  const { order, payment, context, lang } = read.data
  return {
    press: {
      key,
      order,
      kind: 'payin',
      payment: payment ? (withoutGaps(payment) as PayinPayment) : null,
      language: /^[a-z]{2}\b/i.exec(lang ?? '')?.[0].toLowerCase() ?? null,
    },
    context: context ?? {},
  }
}

function isElectronicIban(text: string): boolean {
  const parsed = parseIban(text)
  return 'iban' in parsed && parsed.iban === text
}

async function readJson(request: Request): Promise<unknown> {
  const text = await request.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpProblem(400, 'The body is not JSON.')
  }
}

/** Fields in one order and none undefined: the same choice is always the same text. */
const withoutGaps = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .sort(),
  )

function toProblemError(issue: z.core.$ZodIssue): ProblemError {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, issue.keys[0] ?? ''] : issue.path
  const pointer = path.map((part) => `/${String(part).replace(/~/g, '~0').replace(/\//g, '~1')}`).join('')
  return { pointer, detail: issue.message }
}
