// Bank transfers and on-ramps stand in no list of the service's (legacy document), so one whose row is lost cannot be found.
// But its webhook's address names the attempt, and the token in it shows that the address is ours: then a person is told.
import type { Kind } from '../../server/index.ts'
import { logAlert, raise } from '../alerts.ts'
import type { Log } from '../log.ts'
import { isSameSecret } from '../same-secret.ts'
import { attemptIdsOf } from '../session/attempt-ids.ts'
import type { Capabilities } from '../session/capability.ts'
import type { Queries } from '../store/db.ts'
import type { LostRowDetector } from './lost-row-detector.ts'

/** What the address of an unsigned webhook says. */
export interface LegacyAddress {
  readonly kind: Kind
  readonly row: string
  readonly token: string
  readonly order: string
  readonly attempt: number
}

export interface LegacyParts {
  readonly db: Queries
  readonly capabilities: Capabilities
  readonly installation: string
  readonly lostRows: Pick<LostRowDetector, 'reportLoss'>
  readonly log: Log
  readonly now: () => number
}

/** Makes the function that tells whether we have given an address whose row is missing, and raises an alert then. */
export function createRecognizeLegacy(parts: LegacyParts) {
  const { db, capabilities, installation, lostRows, log, now } = parts
  return async function recognizeLegacy(address: LegacyAddress): Promise<boolean> {
    const { kind, row, token, order, attempt } = address
    if (order === '' || !Number.isInteger(attempt) || attempt < 1) return false
    const ids = attemptIdsOf(installation, { kind, order, attempt })
    if (ids.row !== row || !isSameSecret(token, capabilities.webhookTokenOf(ids.seed))) return false
    await lostRows.reportLoss(db)
    const detail = `a webhook tells of a ${kind} (${row}) of which there is no session here: look at it at the service`
    const about = { session: null, subject: order }
    if (await raise(db, 'unknown_payment', about, detail, new Date(now())))
      logAlert(log, 'unknown_payment', { id: null, order_id: order })
    return true
  }
}
