// FetchInFlight the service about one session, and applying what it says.
import type { ServicePorts } from '../kinds/service-port.ts'
import type { aboutSession } from '../log.ts'
import { readRow, type SessionRow } from '../session/session-row.ts'
import { createFlights } from '../single-flight.ts'
import type { Db } from '../store/db.ts'
import type { Apply, Source, Update } from './apply.ts'

export interface RefreshParts {
  readonly db: Db
  readonly ports: ServicePorts
  /** Over the client that gives way, for what no shopper waits for. */
  readonly portsInBackground: ServicePorts
  readonly apply: Apply
  readonly now: () => number
  readonly about: typeof aboutSession
}

export interface RefreshOptions extends Pick<Update, 'inSameTransaction'> {
  readonly serviceId?: string | undefined
  /** The session as it was read in this moment; not used where others are to be waited for. */
  readonly known?: SessionRow | undefined
}

export type Refresh = ReturnType<typeof createRefresh>['refresh']
export type FetchInFlight = ReturnType<typeof createRefresh>['fetchInFlight']

/** Makes the function that fetches a session's payment and applies it: one at a time per session, and one more after. */
export function createRefresh({ db, ports, portsInBackground, apply, now, about }: RefreshParts) {
  // Apart, so that a shopper does not wait behind a call that gives way.
  const forShoppers = { ports, flights: createFlights<SessionRow>() }
  const forSweep = { ports: portsInBackground, flights: createFlights<SessionRow>() }

  /**
   * @param question.serviceId for a session whose payment is not recorded yet
   * @param question.inSameTransaction as `News` says; not run where the answer is another's, or none was needed
   * @throws {ServiceError} when the service cannot be asked; the session stays as it was
   */
  function refresh(
    sessionId: string,
    source: Source,
    { serviceId, known, inSameTransaction }: RefreshOptions = {},
  ): Promise<SessionRow> {
    // A webhook's shopper is waiting for it on the page; the sweep's has waited for long already.
    const { ports, flights } = source === 'sweep' ? forSweep : forShoppers
    // In the flight, not around it: its call is about this session, whoever of those who share it came first.
    // Only where the flight begins at once: one that waits for another reads anew.
    let readBefore = known
    const flight = flights.next(`${sessionId}/${serviceId ?? ''}`, () => about(sessionId, ask))
    readBefore = undefined
    return flight

    async function ask(): Promise<SessionRow> {
      const row = readBefore ?? (await readRow(db, sessionId))
      // An on-ramp's webhook may name a second transaction; that one has to be looked at, too.
      const id = serviceId ?? row.service_id
      if (id === null) return row
      const port = ports[row.kind]
      // After whatever is known by now, also when it came from an instance whose clock is ahead of ours.
      const fetchStartedAt = Math.max(now(), row.fetch_started_at?.getTime() ?? 0)
      const fetched = source === 'sweep' && port.poll ? await port.poll(row) : await port.get(id)
      // Under the id that was asked for: the client takes the same UUID in other letters for the same.
      if (!fetched) return row
      return apply(row, {
        fetched: { ...fetched, id },
        fetchStartedAt,
        source,
        ...(inSameTransaction && { inSameTransaction }),
      })
    }
  }

  return {
    refresh,
    /** The fetch of a session's recorded payment that is under way, if any. */
    fetchInFlight: (sessionId: string): Promise<unknown> | undefined =>
      forSweep.flights.current(`${sessionId}/`) ?? forShoppers.flights.current(`${sessionId}/`),
  }
}
