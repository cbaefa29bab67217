// The service has no list of bank transfers and on-ramps (legacy document), so a payment whose row is lost cannot be found.
// But the address of its webhook names the attempt, and the token in it proves that the address is ours. Then an alert asks
// a person to check.
import type { Kind } from '../../server/index.ts'
import { alertPerson } from '../alerts.ts'
import type { Log } from '../log.ts'
import { isSameSecret } from '../same-secret.ts'
import { attemptIdsOf } from '../session/attempt-ids.ts'
import type { Capabilities } from '../session/capability.ts'
import type { Queries } from '../store/db.ts'
import type { LostRowDetector } from './lost-row-detector.ts'

/** The parts of an unsigned webhook's address. */
export interface LegacyAddress {
  readonly kind: Kind
  readonly row: string
  readonly token: string
  readonly order: string
  readonly attempt: number
  readonly who: string
}

export interface LegacyParts {
  readonly db: Queries
  readonly capabilities: Capabilities
  readonly installation: string
  readonly lostRows: Pick<LostRowDetector, 'reportLoss'>
  readonly log: Log
  readonly now: () => number
}

/** Makes the function that says whether an address is ours although its row is missing; then it raises an alert. */
export function createRecognizeLegacy(parts: LegacyParts) {
  const { db, capabilities, installation, lostRows } = parts
  return async function recognizeLegacy(address: LegacyAddress): Promise<boolean> {
    const { kind, row, token, order, attempt, who } = address
    if (order === '' || !Number.isInteger(attempt) || attempt < 1) return false
    const ids = attemptIdsOf(installation, { kind, order, who, attempt })
    if (ids.row !== row || !isSameSecret(token, capabilities.webhookTokenOf(ids.seed))) return false
    await lostRows.reportLoss(db)
    const detail = `a webhook tells of a ${kind} (${row}) of which there is no session here: look at it at the service`
    await alertPerson(parts, 'unknown_payment', { session: null, subject: order }, detail)
    return true
  }
}
