// Reads a create request. Errors have JSON Pointers, so that the developer finds the field.

import { createRequest } from '../../contract/create-request.ts'
import { reference } from '../../contract/values.ts'
import type { PayinPayment } from '../../server/index.ts'
import type { ShopperCreateRequest } from '../create/permit-create-request.ts'
import { parseFields } from '../fields.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { ShopperKind } from '../settings/settings.ts'
import { unprocessable } from './problems.ts'
import { parseKey, readJson } from './read-json.ts'

/** With our own limits: the service takes an order's id as `reference`, and our tokens are short. */
const shape = createRequest.extend({
  order: reference,
  token: createRequest.shape.token.refine(
    (token) => (token?.length ?? 0) <= 200,
    'Must have at most 200 characters.',
  ),
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
  const { order, kind, payment, context, lang, token } = parseFields(shape, await readJson(request))
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

/** Fields in one order and none undefined: the same choice is always the same text. */
const withoutGaps = (fields: object): object =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined)
      .sort(),
  )
