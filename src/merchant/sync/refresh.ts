// Fetches the payment of one session from the service, and applies the answer.
import type { Fetched, ServicePorts } from '../kinds/service-port.ts'
import { readRow, type SessionRow } from '../session/session-row.ts'
import { createFlights } from '../single-flight.ts'
import type { Apply, Source, Update } from './apply.ts'
import { closeIfForgotten, type ForgottenParts } from './forgotten-payment.ts'

export interface RefreshParts extends ForgottenParts {
  readonly ports: ServicePorts
  /** For the sweep: these calls let the calls of shoppers go first. */
  readonly portsInBackground: ServicePorts
  readonly apply: Apply['apply']
}

export interface RefreshOptions extends Pick<Update, 'inSameTransaction'> {
  readonly serviceId?: string | undefined
  /** The session's row, if the caller has just read it. Not used when this fetch has to wait for another one. */
  readonly known?: SessionRow | undefined
}

export type Refresh = ReturnType<typeof createRefresh>['refresh']
export type FetchInFlight = ReturnType<typeof createRefresh>['fetchInFlight']

/**
 * Makes the function that fetches a session's payment and applies it. One fetch at a time per session. A call during a
 * fetch waits for the next one, and all calls that wait share it.
 */
export function createRefresh(parts: RefreshParts) {
  const { db, ports, portsInBackground, apply, now } = parts
  // Two queues, so that a shopper does not wait for a call of the sweep, which lets others go first.
  const forShoppers = { ports, flights: createFlights<SessionRow>() }
  const forSweep = { ports: portsInBackground, flights: createFlights<SessionRow>() }

  /**
   * @param options.serviceId for a session whose payment is not recorded yet
   * @param options.inSameTransaction as in `Update`; not run when another call's fetch is shared, or no fetch was needed
   * @throws {ServiceError} when the service cannot be asked; the session stays as it was
   */
  function refresh(
    sessionId: string,
    source: Source,
    { serviceId, known, inSameTransaction }: RefreshOptions = {},
  ): Promise<SessionRow> {
    // The shopper behind a webhook is waiting on the page. A shopper behind the sweep has waited for long already.
    const { ports, flights } = source === 'sweep' ? forSweep : forShoppers
    // `known` is only used when the fetch starts at once. One that has to wait reads the row again.
    let readBefore = known
    const flight = flights.next(`${sessionId}/${serviceId ?? ''}`, fetchOnce)
    readBefore = undefined
    return flight

    async function fetchOnce(): Promise<SessionRow> {
      const row = readBefore ?? (await readRow(db, sessionId))
      // The webhook of an on-ramp may name a second transaction, which has to be fetched as well.
      const id = serviceId ?? row.service_id
      if (id === null) return row
      const port = ports[row.kind]
      // Not before the last known fetch, even if that came from an instance whose clock is ahead of ours.
      const fetchStartedAt = Math.max(now(), row.fetch_started_at?.getTime() ?? 0)
      let fetched: Fetched | null
      try {
        fetched = source === 'sweep' && port.poll ? await port.poll(row) : await port.get(id)
      } catch (error) {
        // The service knows the payment that its webhook reports.
        if (source === 'webhook') throw error
        return closeIfForgotten(parts, port, row, error, source)
      }
      // Keep the id in our spelling: the client accepts the same UUID in upper or lower case.
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
    /** The fetch in flight of a session's recorded payment, if any. */
    fetchInFlight: (sessionId: string): Promise<unknown> | undefined =>
      forSweep.flights.current(`${sessionId}/`) ?? forShoppers.flights.current(`${sessionId}/`),
  }
}
