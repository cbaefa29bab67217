// Reads the back office's payout request (payments-v2, PayoutIntent). The service checks it again. Errors that it would
// report are found here, before anything is stored.

import { z } from 'zod'
import { parseIban } from '../../server/index.ts'
import type { PayoutOrder } from '../kinds/payout.ts'
import { isPlain } from '../plain-text.ts'
import { parseBody, parseKey, readJson, uuid } from './read-json.ts'
import { reference } from './reference.ts'

const id = z.string().regex(uuid, 'Must be a UUID.')
const iban = z.string().transform((text, context) => {
  const parsed = parseIban(text)
  if ('iban' in parsed) return parsed.iban
  context.addIssue({ code: 'custom', message: 'Must be an IBAN.' })
  return z.NEVER
})

const name = z.string().max(200).refine(isPlain, 'Must hold no control characters.')

const payment = z.discriminatedUnion('method', [
  z
    .strictObject({ method: z.literal('bank_account'), iban: iban.optional(), instrument_id: id.optional() })
    .refine(({ iban, instrument_id }) => !(iban && instrument_id), {
      error: 'Only one of iban and instrument_id may be given.',
    }),
  z.strictObject({
    method: z.literal('crypto_transfer'),
    address: z.string().regex(/^0x[0-9a-f]{40}$/i, 'Must be a wallet address: 0x and 40 hex digits.'),
    network: z.literal('polygon', { error: 'Must be polygon.' }),
  }),
  z.strictObject({
    method: z.literal('service_wallet'),
    email: z.email('Must be an e-mail address.').max(254).optional(),
  }),
])

const shape = z.strictObject({
  reference,
  amount: z.strictObject({
    value: z
      .string({ error: 'Must be a decimal string, such as "49.90".' })
      .regex(
        /^(?=.*[1-9])[0-9]+(\.[0-9]{1,8})?$/,
        'Must be a positive decimal string with at most 8 decimals.',
      ),
    currency: z
      .string()
      .min(1, 'Must be an ISO 4217 code or a crypto symbol.')
      .max(12)
      .refine(isPlain, 'Must hold no control characters.'),
  }),
  recipient: z
    .strictObject({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, 'Must be two capitals of ISO 3166-1.')
        .optional(),
      language: z
        .string()
        .regex(/^[a-z]{2}$/, 'Must be two letters of ISO 639-1.')
        .optional(),
      first_name: name.optional(),
      last_name: name.optional(),
      phone: z
        .string()
        .regex(/^\+[0-9]{7,15}$/, 'Must be + and 7 to 15 digits.')
        .optional(),
      address: z.string().max(500).optional(),
    })
    .optional(),
  payment: payment.optional(),
})

/**
 * Parses a payout request.
 * @throws {HttpProblem} 400 without a usable key or JSON, 415 for another content type, 422 for wrong fields
 */
export async function parsePayout(request: Request): Promise<{ key: string; order: PayoutOrder }> {
  const key = parseKey(request.headers)
  const { reference, amount, recipient, payment } = parseBody(shape, await readJson(request))
  const order = { reference, amount, recipient: recipient ?? null, payment: payment ?? null }
  return { key, order: order as PayoutOrder }
}
