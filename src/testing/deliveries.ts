// Reads the webhooks that the sandbox has sent and the calls that it has received.
import type { ControlClient } from './control-client.ts'
import { waitUntil } from './real-time.ts'
import type { Delivery, LoggedRequest } from './types.ts'

/** Longer than the sandbox's own timeout for an answer. */
const answerTimeoutMs = 12_000

type SentDelivery = Omit<Delivery, 'paymentId'> & { readonly object_id: string }

export interface Log {
  readonly deliveries: readonly SentDelivery[]
  readonly requests: readonly (Omit<LoggedRequest, 'idempotencyKey'> & {
    readonly idempotency_key: string | null
  })[]
}

export const readLog = ({ get }: ControlClient): Promise<Log> => get<Log>('/sandbox/state')

/** Oldest first. Waits until each delivery has its result. */
export async function readDeliveries(control: ControlClient): Promise<Delivery[]> {
  let { deliveries } = await readLog(control)
  const isUnderWay = ({ status, error }: SentDelivery) => status === null && error === null
  await waitUntil(async () => {
    if (!deliveries.some(isUnderWay)) return true
    deliveries = (await readLog(control)).deliveries
    return false
  }, answerTimeoutMs)
  return deliveries.map(({ object_id, ...delivery }) => ({ ...delivery, paymentId: object_id }))
}

export async function readRequests(control: ControlClient): Promise<LoggedRequest[]> {
  const { requests } = await readLog(control)
  return requests.map(({ idempotency_key, ...request }) => ({ ...request, idempotencyKey: idempotency_key }))
}
