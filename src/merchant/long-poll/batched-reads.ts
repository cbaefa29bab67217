// Reads of held requests, many sessions in one query. When a thousand sessions change, there would be a thousand queries
// otherwise.
import type { Clock } from '../../server/index.ts'
import { NoAnswer } from '../store/database-errors.ts'

export interface BatchedReadsParts<T> {
  /** Reads all of these keys with one query, within `limitMs`. A key that is missing in the answer does not exist. */
  readonly query: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>
  readonly clock: Pick<Clock, 'now'>
  readonly limitMs: number
  /** The most keys of one query. */
  readonly size: number
}

interface PendingRead<T> {
  readonly requestedAt: number
  readonly resolve: (row: T | null) => void
  readonly reject: (error: unknown) => void
  readonly answer: Promise<T | null>
}

/**
 * Makes the function that reads one key with a query that begins after the call. Only one query runs at a time: calls
 * meanwhile are read by the next one, and calls for the same key share the answer.
 * @throws {NoAnswer} from the returned function, after twice `limitMs`, no matter how many calls wait before it; and what
 *   the query throws
 */
export function createBatchedReads<T>({ query, clock, limitMs, size }: BatchedReadsParts<T>) {
  const pending = new Map<string, PendingRead<T>>()
  let isQuerying = false

  /** Removes the oldest pending reads from the queue. */
  function takeBatch(): ReadonlyMap<string, PendingRead<T>> {
    const batch = new Map([...pending].slice(0, size))
    for (const key of batch.keys()) pending.delete(key)
    return batch
  }

  async function queryBatch(): Promise<void> {
    const batch = takeBatch()
    try {
      const rows = await query([...batch.keys()])
      for (const [key, { resolve }] of batch) resolve(rows.get(key) ?? null)
    } catch (error) {
      for (const { reject } of batch.values()) reject(error)
      rejectOverdue()
    }
  }

  /** When the database answers nothing, the last pending read would wait for the timeouts of all queries before it. */
  function rejectOverdue(): void {
    for (const [key, { requestedAt, reject }] of pending) {
      if (clock.now() - requestedAt < 2 * limitMs) break
      pending.delete(key)
      reject(new NoAnswer(2 * limitMs))
    }
  }

  async function queryAll(): Promise<void> {
    isQuerying = true
    while (pending.size > 0) await queryBatch()
    isQuerying = false
  }

  return (key: string): Promise<T | null> => {
    const { answer } = pending.get(key) ?? addPending(key)
    if (!isQuerying) void queryAll()
    return answer
  }

  function addPending(key: string): PendingRead<T> {
    const read = { requestedAt: clock.now(), ...createDeferred<T | null>() }
    pending.set(key, read)
    return read
  }
}

/** A promise and the functions that settle it; Node 20 has no `Promise.withResolvers`. */
function createDeferred<T>() {
  let resolve: (value: T) => void = () => undefined
  let reject: (error: unknown) => void = () => undefined
  const answer = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { answer, resolve, reject }
}
