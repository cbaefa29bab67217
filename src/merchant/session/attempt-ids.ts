// Derives all ids of an attempt from its order and its number. So a database that was restored from a backup makes the same
// ids again: the service then answers with the payin that exists, and the webhook of an attempt whose row is lost can be
// recognized.
import type { Kind } from '../../server/index.ts'
import type { Entry } from '../orders.ts'
import { hashOf } from './capability.ts'
import type { SessionRow } from './session-row.ts'

export interface AttemptName {
  readonly kind: Kind
  /** The order's id, or the payout's reference. */
  readonly order: string
  /** A hash of who placed the order, and when (`whoOf`). After a restore a shop may give a number to another customer. */
  readonly who: string
  /** From 1. */
  readonly attempt: number
}

/** A hash of who placed an order, and when: with the number it says which order it is. */
export const whoOf = ({ payer, placedAt }: Pick<Entry, 'payer' | 'placedAt'>): string =>
  hashOf(JSON.stringify([payer?.email.trim().toLowerCase() ?? null, placedAt?.getTime() ?? null])).slice(
    0,
    16,
  )

/**
 * The ids of one attempt.
 * @param installation a random value of each database, so that two databases that share an account never make the same ids
 */
export function attemptIdsOf(installation: string, { kind, order, who, attempt }: AttemptName) {
  const hash = (purpose: string[]) =>
    hashOf(JSON.stringify([installation, order, who, kind, attempt, ...purpose]))
  return {
    /** The id of the session's row. `fulfil` identifies the money by it, so it must be the same after a restore. */
    row: uuidOf(hash(['row'])),
    /** 32 bytes as hex, from which the public id and the webhook token are derived with a secret (capability.ts). */
    seed: hash(['seed']),
    /** The Idempotency-Key at the service (payments-v2: at most 36 characters). */
    serviceKey: uuidOf(hash([])),
  }
}

/** Whether a session is an attempt of this customer. @param who of `whoOf` */
export const isAttemptOf = (
  installation: string,
  { id, kind, order_id: order, attempt }: Pick<SessionRow, 'id' | 'kind' | 'order_id' | 'attempt'>,
  who: string,
): boolean => attemptIdsOf(installation, { kind, order, who, attempt }).row === id

/**
 * Whether a session is of this order, and not of another one that had the same id: another order was placed by somebody else, at
 * another time. A shop may correct one of the two.
 */
export const isOfOrder = (
  installation: string,
  row: Pick<SessionRow, 'id' | 'kind' | 'order_id' | 'attempt' | 'placed_at'>,
  { payer, placedAt }: Pick<Entry, 'payer' | 'placedAt'>,
): boolean =>
  payer === null ||
  placedAt === null ||
  row.placed_at === null ||
  row.placed_at.getTime() === placedAt.getTime() ||
  isAttemptOf(installation, row, whoOf({ payer, placedAt: row.placed_at }))

/** A hash in the shape of a UUID (RFC 9562, version 8). */
function uuidOf(hex: string): string {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
