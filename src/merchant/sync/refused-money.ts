// Money that the shop does not store: its `setPaid`, or its `find`, fails whenever the payment is complete. The transaction is
// rolled back each time, so the failures are counted outside of it, in the session's row. That is one place for webhooks,
// checks and presses, and it outlives restarts. A person is alerted at the third failure.
import { ServiceError } from '../../server/index.ts'
import { alertPerson, withdrawRefused } from '../alerts.ts'
import { DomainError } from '../errors/domain-error.ts'
import { kindOf } from '../kinds/kinds.ts'
import { type Log, shopFunctionOf } from '../log.ts'
import { countRefusal, forgetRefusals } from '../order/write/payments.ts'
import { isEnded } from '../session/outcomes.ts'
import type { SessionRow } from '../session/session-row.ts'
import type { Settings } from '../settings/settings.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from '../store/database-errors.ts'
import type { Db, Queries } from '../store/db.ts'
import type { Apply } from './apply.ts'

export interface RefusedParts {
  readonly db: Db
  readonly config: Pick<Settings, 'completeOn'>
  readonly log: Log
  readonly now: () => number
}

const alertAt = 3
/** How long after a failure a payment is checked that nothing else would check any more. */
const checkAgainMs = 3_600_000

/** Wraps the functions that write a fetched status: counts failures of the shop's functions, and alerts a person. */
export function createAlertOfRefusals(parts: RefusedParts, applyToCase: Apply['applyToCase']): Apply {
  const watched: Apply['applyToCase'] = async (session, update) => {
    try {
      return await applyToCase(session, {
        ...update,
        async inSameTransaction(tx, row) {
          await update.inSameTransaction?.(tx, row)
          if (row.refusals > 0 && isSettledHere(row)) await forget(tx, row.id, new Date(parts.now()))
        },
      })
    } catch (error) {
      const name = shopFunctionOf(error)
      const outcome = kindOf(session.kind).outcomeOf(update.fetched, 'open', parts.config.completeOn)
      // Without the database there is nothing to count with. The caller reports why.
      if ((name !== null || !mayPass(error)) && outcome === 'complete')
        await count(parts, session, name).catch(() => undefined)
      throw error
    }
  }
  return { applyToCase: watched, apply: async (session, update) => (await watched(session, update)).row }
}

/**
 * Whether the failure may pass by itself. Any other one is repeated, also without a function's name: a function that catches
 * the error of its own statement lets the next statement of the transaction fail.
 */
const mayPass = (error: unknown): boolean =>
  error instanceof ServiceError ||
  error instanceof DomainError ||
  isDatabaseUnavailable(error) ||
  isDatabaseBusy(error)

/** The money was stored, a person looks at it already, or there is none. */
const isSettledHere = ({ outcome, review }: SessionRow): boolean =>
  outcome === 'complete' || review !== null || isEnded(outcome)

async function count(
  parts: RefusedParts,
  { id }: Pick<SessionRow, 'id'>,
  name: string | null,
): Promise<void> {
  const row = await countRefusal(parts.db, id, new Date(parts.now() + checkAgainMs))
  if (!row || row.refusals < alertAt) return
  const what = name === null ? 'what setPaid and find do' : `the shop's function ${name}`
  const detail = `${what} fails, so the money of this payment is not stored`
  await alertPerson(parts, 'set_paid_fails', { session: id }, detail)
}

/** In the transaction that stores the money: the alert is about nothing any more. */
async function forget(tx: Queries, session: string, at: Date): Promise<void> {
  await forgetRefusals(tx, session)
  await withdrawRefused(tx, session, at)
}
