// Reads the back office's payout request (payments-v2, PayoutIntent).

import { payoutRequest } from '../../contract/backoffice-requests.ts'
import type { PayoutOrder } from '../kinds/payout.ts'
import { parseBody, parseKey, readJson } from './read-json.ts'

/**
 * Parses a payout request.
 * @throws {HttpProblem} 400 without a usable key or JSON, 415 for another content type, 422 for wrong fields
 */
export async function parsePayout(request: Request): Promise<{ key: string; order: PayoutOrder }> {
  const key = parseKey(request.headers)
  const { reference, amount, recipient, payment } = parseBody(payoutRequest, await readJson(request))
  const order = { reference, amount, recipient: recipient ?? null, payment: payment ?? null }
  return { key, order: order as PayoutOrder }
}
