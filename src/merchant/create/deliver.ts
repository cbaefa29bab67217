// Sends one frozen session to the service, and applies the answer. What makes this safe depends on the kind: send-keyed.ts
// where an Idempotency-Key protects the create, send-by-link.ts where the service has no such key.
import { kindOf } from '../kinds/kinds.ts'
import { replyWith } from '../order/reply.ts'
import { noteApiKey } from '../order/write/payments.ts'
import { readRow, type SessionRow } from '../session/session-row.ts'
import { createFlights } from '../single-flight.ts'
import { makeLink, sendByLink } from './send-by-link.ts'
import { sendKeyed } from './send-keyed.ts'
import type { Delivered, DeliverParts, Sent } from './sending.ts'

export type Deliver = ReturnType<typeof createDeliver>

const isKeyed = ({ kind }: SessionRow): boolean => kindOf(kind).sending === 'keyed'

/** Makes the functions that send one frozen session to the service; one request at a time per session. */
export function createDeliver(parts: DeliverParts) {
  const flights = createFlights<Sent>()
  const send = (id: string, justFrozen: SessionRow | undefined) =>
    flights.join(id, async () => {
      const row = justFrozen ?? (await readRow(parts.db, id))
      const port = parts.ports[row.kind]
      await noteApiKey(parts.db, row, parts.apiKeyHash)
      if (isKeyed(row)) return sendKeyed(parts, port, row, justFrozen !== undefined)
      return { row: await sendByLink(parts, port, row), isAdopted: false, order: null }
    })
  return {
    /**
     * @param justFrozen the row, when the caller has just inserted it
     * @returns the session. It is open without a payment at the service only when the service rejected it
     * @throws {ServiceError} when the service was not reached or refuses the shop. The session stays frozen: the next call
     *   sends the same key and bytes.
     */
    async deliver(id: string, justFrozen?: SessionRow): Promise<Delivered> {
      const { row, isAdopted, order } = await send(id, justFrozen)
      // Outside of the shared flight: two tabs must not get the same one-time link.
      if (!isKeyed(row)) return { ...(await makeLink(parts, row)), isAdopted }
      return { row, reply: order && replyWith(order, row, row.redirect_url, parts.now()), isAdopted }
    },
    /** The request in flight of a session, if any. */
    sendInFlight: (id: string): Promise<unknown> | undefined => flights.current(id),
  }
}
