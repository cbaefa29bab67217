// Freeze: stores the next attempt of an order with its ids, its key, and the exact bytes that will be sent.
import { randomBytes } from 'node:crypto'
import { kindOf } from '../kinds/kinds.ts'
import type { Freeze } from '../kinds/request.ts'
import type { NewAttempt } from '../order/write/payments.ts'
import type { Entry } from '../orders.ts'
import { attemptIdsOf, whoOf } from '../session/attempt-ids.ts'
import type { Capabilities } from '../session/capability.ts'
import { nextCheck, type WebhookHealth } from '../sync/schedule.ts'

export interface FreezeParts {
  readonly capabilities: Capabilities
  readonly installation: string
  /** Of the present API key. */
  readonly apiKeyHash: string
  readonly webhookHealth: WebhookHealth
  readonly now: () => number
}

const unsent = { status: 'CREATED', outcome: 'open', checks: 0, expires_at: null } as const

/**
 * Makes the row of the next attempt. The bytes are stored before they are sent, because after a crash only the same key with
 * the same bytes leads to the same payin. A keyed request is sent right after the commit, so it is marked as sent here. That
 * saves a commit, and after a crash "maybe sent" and "sent" are treated alike.
 */
export function freeze(
  { capabilities, installation, apiKeyHash, webhookHealth, now }: FreezeParts,
  { kind, choice }: Pick<NewAttempt, 'kind' | 'choice'>,
  entry: Entry,
  attempt: number,
  request: Freeze,
): NewAttempt {
  const { id: order_id, reference, amount, placedAt: placed_at } = entry
  const who = whoOf(entry)
  const { row: id, seed, serviceKey } = attemptIdsOf(installation, { kind, order: order_id, who, attempt })
  const publicId = capabilities.idOf(seed)
  const webhookToken = capabilities.webhookTokenOf(seed)
  const nonce = randomBytes(8).toString('hex')
  const ids = { row: id, attempt, who, serviceKey, publicId, webhookToken, nonce }
  const { idempotencyKey: service_key, body: request_body } = request(ids)
  const at = new Date(now())
  const isSentAtOnce = kindOf(kind).sending === 'keyed'
  return {
    publicId,
    id,
    seed,
    kind,
    order_id,
    reference,
    placed_at,
    attempt,
    choice,
    amount,
    nonce,
    service_key,
    request_body,
    first_sent_at: isSentAtOnce ? at : null,
    next_check_at: isSentAtOnce ? nextCheck({ ...unsent, kind }, now(), webhookHealth) : null,
    api_key_hash: apiKeyHash,
    created_at: at,
  }
}
