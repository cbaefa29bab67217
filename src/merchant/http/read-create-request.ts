// Reads a create request. Errors have JSON Pointers, so that the developer finds the field.

import { z } from 'zod'
import { type PayinPayment, parseIban } from '../../server/index.ts'
import type { ShopperCreateRequest } from '../create/permit-create-request.ts'
import { defaultKind, kindOf } from '../kinds/kinds.ts'
import { type ShopperKind, shopperKinds } from '../settings/settings.ts'
import { unprocessable } from './problems.ts'
import { parseBody, parseKey, readJson, uuid } from './read-json.ts'
import { reference } from './reference.ts'

const id = z.string().regex(uuid, 'Must be a UUID.')
/** Finds a typing error here, before a payin is created. */
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

// There is no price and no address among the fields, because a shopper can change whatever a browser sends.
const shape = z.object({
  order: reference,
  kind: z.enum(shopperKinds, { error: `Must be one of ${shopperKinds.join(', ')}.` }).default(defaultKind),
  payment: payment.nullish(),
  context: z.record(z.string(), z.unknown()).nullish(),
  lang: z.string().max(35).nullish(),
  token: z.string().max(200).nullish(),
})

export interface ParsedCreateRequest {
  readonly request: ShopperCreateRequest
  readonly context: Readonly<Record<string, unknown>>
}

/**
 * Reads a create request.
 * @param kinds the kinds that shoppers may pay with
 * @throws {HttpProblem} 400 without a usable key or JSON, 415 for another content type, 422 for wrong fields
 */
export async function parseCreateRequest(
  request: Request,
  kinds: readonly ShopperKind[],
): Promise<ParsedCreateRequest> {
  const key = parseKey(request.headers)
  const { order, kind, payment, context, lang, token } = parseBody(shape, await readJson(request))
  if (!kinds.includes(kind)) {
    const detail = `This shop takes ${kinds.join(', ')}. The shop can add ${kind} to KINDS.`
    throw unprocessable({ pointer: '/kind', detail })
  }
  if (payment && !kindOf(kind).takesChoice)
    throw unprocessable({ pointer: '/payment', detail: 'Only a payin can be chosen for.' })
  return {
    request: {
      key,
      order,
      token: token || null,
      kind,
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

/** Fields in one order and none undefined: the same choice is always the same text. */
const withoutGaps = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .sort(),
  )
