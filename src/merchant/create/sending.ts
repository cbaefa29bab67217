// What both ways of sending share: their dependencies, their results, and how a refusal is logged.
import type { ServiceError } from '../../server/index.ts'
import type { ServicePorts } from '../kinds/service-port.ts'
import type { Log } from '../log.ts'
import type { LostRowDetector } from '../one-payment/lost-row-detector.ts'
import type { OrderCase } from '../order/case.ts'
import type { OnOrder } from '../order/on-order.ts'
import type { Reply } from '../order/reply.ts'
import { writeSent } from '../order/write/payments.ts'
import { isPermanentRefusal } from '../service/error-meaning.ts'
import type { SessionRow } from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import type { Db } from '../store/db.ts'
import type { Apply } from '../sync/apply.ts'
import type { Refresh } from '../sync/refresh.ts'
import { nextCheck, type WebhookHealth } from '../sync/schedule.ts'

export interface DeliverParts {
  readonly db: Db
  readonly onOrder: OnOrder
  readonly ports: ServicePorts
  readonly config: Pick<Settings, 'hostedPageOrigins'>
  readonly apply: Apply['apply']
  readonly applyToCase: Apply['applyToCase']
  readonly refresh: Refresh
  readonly webhookHealth: WebhookHealth
  readonly lostRows: Pick<LostRowDetector, 'reportLoss'>
  /** Of the present API key. */
  readonly apiKeyHash: string
  readonly log: Log
  readonly now: () => number
}

/** A session after it was sent, with its answer. A one-time link is stored nowhere else. */
export interface Delivered extends Pick<Sent, 'row' | 'isAdopted'> {
  /** `null`: what may be answered has to be decided. */
  readonly reply: Reply | null
}

/** A session after its create request was sent. */
export interface Sent {
  readonly row: SessionRow
  /** Its payment was made by an earlier attempt whose row is lost, so more rows of the order may be missing. */
  readonly isAdopted: boolean
  /** The order's case in the transaction that stored the service's answer; `null` when something was read after that. */
  readonly order: OrderCase | null
}

/**
 * Marks the attempt as sent, committed before the first byte is sent: after a crash it counts as "maybe sent".
 * @returns `undefined` when the attempt was answered or has ended meanwhile
 */
export const markSent = (
  { db, now, webhookHealth }: DeliverParts,
  frozen: SessionRow,
): Promise<SessionRow | undefined> =>
  writeSent(db, frozen.id, new Date(now()), nextCheck({ ...frozen, checks: 0 }, now(), webhookHealth))

/** Logs a refused create; with a second event, `cannot_take_payments`, when only the shop can fix the cause. */
export function logRefusal({ log }: DeliverParts, row: SessionRow, error: ServiceError): readonly string[] {
  const pointers = error.problem?.errors.map(({ pointer }) => pointer) ?? []
  const fields = { session: row.id, order: row.order_id, kind: error.kind, status: error.status }
  log('create_failed', { ...fields, pointers: pointers.join(' ') || null, message: error.message })
  if (isPermanentRefusal(error)) return pointers
  if (error.kind === 'check_key' || error.kind === 'fix_request') {
    log('cannot_take_payments', {
      kind: error.kind,
      status: error.status,
      message: 'Check PAYMENTS_API_KEY and PAYMENTS_BASE_URL: the service refuses every payment.',
    })
  }
  return pointers
}
