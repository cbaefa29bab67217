// Asking the service about one session, and applying what it says.
import type { ServiceClient } from 'payin-checkout/server'
import { createFlights } from '../single-flight.ts'
import type { Db } from '../store/db.ts'
import { readRow, type SessionRow } from '../store/session-row.ts'
import type { Apply, Source } from './apply.ts'

export interface RefreshParts {
  readonly db: Db
  readonly service: ServiceClient
  readonly apply: Apply
  readonly now: () => number
}

export type Refresh = ReturnType<typeof createRefresh>

/** Makes the function that fetches a session's payin and applies it: one at a time per session, and one more after. */
export function createRefresh({ db, service, apply, now }: RefreshParts) {
  const flights = createFlights<SessionRow>()

  /**
   * @param payinId for a session whose payin is not recorded yet
   * @throws {ServiceError} when the service cannot be asked; the session stays as it was
   */
  return function refresh(sessionId: string, source: Source, payinId?: string): Promise<SessionRow> {
    return flights.next(sessionId, async () => {
      const row = await readRow(db, sessionId)
      const id = row.payin_id ?? payinId
      if (id === undefined) return row
      const fetchStartedAt = now()
      return apply(sessionId, { payin: await service.payins.get(id), fetchStartedAt, source })
    })
  }
}
