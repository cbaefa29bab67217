// Starts payments for shoppers: the same limits, proof and gate for every page that a press can come from.
import { permitCreateRequest, type ShopperCreateRequest } from '../create/permit-create-request.ts'
import type { Opened } from '../create/sessions.ts'
import { createGate } from '../gate.ts'
import type { Merchant } from '../merchant.ts'
import type { Asked } from '../orders.ts'
import type { Limits } from './limits.ts'

/** More at once than one address may start in a minute, so that no address can fill it. Each runs one query at a time. */
const gateSize = { atOnce: 600, waiting: 200, waitingByClient: 50 }

export type PaymentStarts = ReturnType<typeof createPaymentStarts>

export function createPaymentStarts(merchant: Merchant, limits: Limits) {
  const gate = createGate(gateSize)
  return {
    /**
     * Opens the payment of a press. Call it only after the body was read: a client that sends slowly must not take a place
     * from others.
     * @throws {DomainError} when this shopper may not pay the order, or it cannot be paid
     * @throws {ServiceError}
     */
    async open(client: string, request: ShopperCreateRequest, asked: Asked): Promise<Opened> {
      const opened = await gate.run(client, async () => {
        const createRequest = await permitCreateRequest(merchant, request, asked)
        // After the proof of ownership: otherwise a client that guesses an order's id could use up its limit.
        await limits.startOf(createRequest.order_id, asked.shopper)
        return merchant.sessions.open(createRequest)
      })
      limits.remember(opened.session.id)
      return opened
    },
    /** Runs other work of the same kind, such as a new link. */
    run: <T>(client: string, work: () => Promise<T>): Promise<T> => gate.run(client, work),
  }
}
