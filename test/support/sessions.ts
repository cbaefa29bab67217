// Builders for sessions: a test names only the fields that matter to it.
import type { ReadResult } from '../../src/platform/ports.ts'
import { type Fault, type FaultKind, faultOf } from '../../src/protocol/fault.ts'
import { outcomeOf } from '../../src/protocol/outcome.ts'
import type { Session } from '../../src/protocol/session.ts'

/** An open payin of 49.90 EUR; the outcome follows from `status` unless it is given. */
export function aSession(fields: Partial<Session> = {}): Session {
  const { kind = 'payin', status = 'CREATED' } = fields
  return {
    id: 'cs_1',
    kind,
    status,
    status_details: null,
    outcome: outcomeOf(kind, status),
    order_outcome: null,
    amount: { value: '49.90', currency: 'EUR' },
    reference: 'A-1001',
    redirect_url: 'https://pay.example/p/1',
    expires_at: '2026-11-20T15:00:00Z',
    paid_at: null,
    review: null,
    ...fields,
  }
}

let answers = 0

/** An answer with a session; its ETag is new unless it is given. */
export function changedRead(
  fields: Partial<Session> = {},
  { etag = `"${++answers}"` as string | null, held = true } = {},
): ReadResult {
  return { changed: true, session: aSession(fields), etag, held }
}

/** A 304. */
export function unchangedRead({ held = true } = {}): ReadResult {
  return { changed: false, held }
}

/** A fault of a kind, with a message that no shopper may see. */
export function aFault(kind: FaultKind = 'network', retryAfterMs?: number): Fault {
  return faultOf(kind, `developer only: ${kind}`, retryAfterMs)
}
