// Freeze: stores the next attempt of an order with its ids, its key, and the exact bytes that will be sent.
import { randomBytes } from 'node:crypto'
import type { Kind } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { Freeze } from '../kinds/request.ts'
import type { Entry } from '../orders.ts'
import { attemptIdsOf, whoOf } from '../session/attempt-ids.ts'
import type { Capabilities } from '../session/capability.ts'
import { choiceHash } from '../session/choice-hash.ts'
import { rememberId, type SessionRow } from '../session/session-row.ts'
import { queryOne, type Transaction } from '../store/db.ts'
import { together } from '../store/together.ts'
import { nextCheck, type WebhookHealth } from '../sync/schedule.ts'

export interface FreezeParts {
  readonly capabilities: Capabilities
  readonly installation: string
  /** Of the present API key. */
  readonly apiKeyHash: string
  readonly webhookHealth: WebhookHealth
  readonly now: () => number
}

/** What a new attempt is made of. */
export interface NewAttempt {
  readonly kind: Kind
  readonly choice: object | null
  readonly entry: Entry
  readonly request: Freeze
}

const unsent = { status: 'CREATED', outcome: 'open', checks: 0, expires_at: null } as const

export interface Frozen {
  /** The id of the row. */
  readonly id: string
  /** Inserts the row and its public id. */
  insert(tx: Transaction): Promise<SessionRow>
}

/**
 * Makes the row of the next attempt. The bytes are stored before they are sent, because after a crash only the same key with
 * the same bytes leads to the same payin. A keyed request is sent right after the commit, so it is marked as sent here. That
 * saves a commit, and after a crash "maybe sent" and "sent" are treated alike.
 */
export function freeze(
  { capabilities, installation, apiKeyHash, webhookHealth, now }: FreezeParts,
  { kind, choice, entry: { id: order_id, reference, amount, payer, placedAt }, request }: NewAttempt,
  attempt: number,
): Frozen {
  const who = whoOf({ payer, placedAt })
  const { row: id, seed, serviceKey } = attemptIdsOf(installation, { kind, order: order_id, who, attempt })
  const publicId = capabilities.idOf(seed)
  const webhookToken = capabilities.webhookTokenOf(seed)
  const nonce = randomBytes(8).toString('hex')
  const frozen = request({ row: id, attempt, who, serviceKey, publicId, webhookToken, nonce })
  const at = new Date(now())
  const isSentAtOnce = kindOf(kind).sending === 'keyed'
  const insertRow = (tx: Transaction) =>
    queryOne<SessionRow>(
      tx,
      `insert into payin_checkout.sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency, service_key,
         request_body, created_at, updated_at, reference, nonce, first_sent_at, next_check_at, api_key_hash)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $12, $13, $14, $15, $16) returning *`,
      [
        id,
        seed,
        kind,
        order_id,
        attempt,
        choiceHash(choice),
        amount.value,
        amount.currency,
        frozen.idempotencyKey,
        frozen.body,
        at,
        reference,
        nonce,
        isSentAtOnce ? at : null,
        isSentAtOnce ? nextCheck({ ...unsent, kind }, now(), webhookHealth) : null,
        apiKeyHash,
      ],
    )
  return {
    id,
    async insert(tx) {
      // The public id is stored now and not when the session is returned: a webhook or the returning shopper may bring it
      // earlier.
      const [row] = await together(
        tx,
        () => insertRow(tx),
        () => rememberId(tx, publicId, id, at),
      )
      return row
    },
  }
}
