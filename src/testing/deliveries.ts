// The webhooks that the sandbox has sent, and the calls that it got.
import type { Levers } from './control-client.ts'
import { until } from './real-time.ts'
import type { Delivery, LoggedRequest } from './types.ts'

/** Longer than the sandbox waits for an answer. */
const mostPatienceMs = 12_000

type SentDelivery = Omit<Delivery, 'paymentId'> & { readonly object_id: string }

export interface Log {
  readonly deliveries: readonly SentDelivery[]
  readonly requests: readonly (Omit<LoggedRequest, 'idempotencyKey'> & {
    readonly idempotency_key: string | null
  })[]
}

export const readLog = ({ get }: Levers): Promise<Log> => get<Log>('/sandbox/state')

/** Oldest first, each with what became of it. */
export async function readDeliveries(levers: Levers): Promise<Delivery[]> {
  let { deliveries } = await readLog(levers)
  const isUnderWay = ({ status, error }: SentDelivery) => status === null && error === null
  await until(async () => {
    if (!deliveries.some(isUnderWay)) return true
    deliveries = (await readLog(levers)).deliveries
    return false
  }, mostPatienceMs)
  return deliveries.map(({ object_id, ...delivery }) => ({ ...delivery, paymentId: object_id }))
}

export async function readRequests(levers: Levers): Promise<LoggedRequest[]> {
  const { requests } = await readLog(levers)
  return requests.map(({ idempotency_key, ...request }) => ({ ...request, idempotencyKey: idempotency_key }))
}
