// Brings one frozen session to the service: freeze (claim.ts) → send → know. How that is made safe depends on the kind:
// send-keyed.ts where an Idempotency-Key protects the create, send-by-link.ts where there is none.
import { kindOf } from '../kinds/kinds.ts'
import { readRow, type SessionRow } from '../session/session-row.ts'
import { createFlights } from '../single-flight.ts'
import { makeLink, sendByLink } from './send-by-link.ts'
import { sendKeyed } from './send-keyed.ts'
import type { Delivered, DeliverParts, Sent } from './sending.ts'

export type Deliver = ReturnType<typeof createDeliver>

const isKeyed = ({ kind }: SessionRow): boolean => kindOf(kind).sending === 'keyed'

/** Makes the functions that bring one frozen session to the service; one sending at a time per session. */
export function createDeliver(parts: DeliverParts) {
  const flights = createFlights<Sent>()
  const send = (id: string, justFrozen: SessionRow | undefined) =>
    flights.join(id, () =>
      parts.about(id, async () => {
        const row = justFrozen ?? (await readRow(parts.db, id))
        const port = parts.ports[row.kind]
        if (isKeyed(row)) return sendKeyed(parts, port, row, justFrozen !== undefined)
        return { row: await sendByLink(parts, port, row), isAdopted: false }
      }),
    )
  return {
    /**
     * @param justFrozen the row, where the caller has made it a moment ago
     * @returns the session; open without an object at the service only when it was rejected
     * @throws {ServiceError} when the service was not reached or refuses the shop. The session stays frozen: asking
     *   again continues with the same key and bytes.
     */
    async deliver(id: string, justFrozen?: SessionRow): Promise<Delivered & Pick<Sent, 'isAdopted'>> {
      const { row, isAdopted } = await send(id, justFrozen)
      if (isKeyed(row)) return { row, link: row.redirect_url, isAdopted }
      // Not in the shared flight: two tabs must not be given the same one-time link.
      return { ...(await parts.about(id, () => makeLink(parts, row))), isAdopted }
    },
    /** The sending that is under way, if any. */
    sendInFlight: (id: string): Promise<unknown> | undefined => flights.current(id),
  }
}
