// Reads the webhooks that the sandbox has sent and the calls that it has received.
import type { SentDelivery } from '../cli/sandbox-client/index.ts'
import type { ControlClient } from './control-client.ts'
import { waitUntil } from './real-time.ts'
import type { Delivery, LoggedRequest } from './types.ts'

/** Longer than the sandbox's own timeout for an answer. */
const answerTimeoutMs = 12_000

/** Oldest first. Waits until each delivery has its result. */
export async function readDeliveries(control: ControlClient): Promise<Delivery[]> {
  let { deliveries } = await control.readState()
  const isUnderWay = ({ status, error }: SentDelivery) => status === null && error === null
  await waitUntil(async () => {
    if (!deliveries.some(isUnderWay)) return true
    deliveries = (await control.readState()).deliveries
    return false
  }, answerTimeoutMs)
  return deliveries.map(({ object_id, event, ...delivery }) => ({
    ...delivery,
    event: event as Delivery['event'],
    paymentId: object_id,
  }))
}

/** Oldest first. */
export async function readRequests(control: ControlClient): Promise<LoggedRequest[]> {
  const { requests } = await control.readState()
  return requests.map(({ idempotency_key, ...request }) => ({ ...request, idempotencyKey: idempotency_key }))
}
