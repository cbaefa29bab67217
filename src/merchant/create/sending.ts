// What both ways of sending share: what they need, what they bring, and what is said of a refusal.
import type { ServiceError } from '../../server/index.ts'
import type { ServicePorts } from '../kinds/service-port.ts'
import type { aboutSession, Log } from '../log.ts'
import type { Apply } from '../news/apply.ts'
import type { Refresh } from '../news/refresh.ts'
import type { Hearing } from '../news/schedule.ts'
import type { LostRows } from '../one-payment/lost-rows.ts'
import { isPermanentRefusal } from '../service/error-meaning.ts'
import type { SessionRow } from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import type { Db } from '../store/db.ts'

export interface DeliverParts {
  readonly db: Db
  readonly ports: ServicePorts
  readonly config: Pick<Settings, 'hostedPageOrigins'>
  readonly apply: Apply
  readonly refresh: Refresh
  readonly hearing: Hearing
  readonly lostRows: Pick<LostRows, 'notice'>
  readonly log: Log
  readonly now: () => number
  readonly about: typeof aboutSession
}

/** A session with the address to open now, which for one-time links is written down nowhere. */
export interface Delivered {
  readonly row: SessionRow
  readonly link: string | null
}

/** A session after its request was sent. */
export interface Sent {
  readonly row: SessionRow
  /** Its payment was made by an attempt whose row is lost: more rows of the order may be missing. */
  readonly isAdopted: boolean
}

/** Writes a refused create into the log; a refusal that only the shop can repair, loudly. */
export function logRefusal({ log }: DeliverParts, row: SessionRow, error: ServiceError): readonly string[] {
  const pointers = error.problem?.errors.map(({ pointer }) => pointer) ?? []
  const told = { session: row.id, order: row.order_id, kind: error.kind, status: error.status }
  log('create_failed', { ...told, pointers: pointers.join(' ') || null, message: error.message })
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
