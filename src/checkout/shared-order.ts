// What the checkouts of one page share for an order, so that two elements never make two payments: the subscribers to
// updates of its session, and the attempt in flight. Other pages and tabs share only what the tab stores (resume.ts).
import type { CreateRequest, Memory } from '../platform/ports.ts'
import type { Session } from '../protocol/session.ts'

/** One attempt to pay the order. Several checkouts may wait for its session. */
export interface Attempt {
  readonly key: string
  readonly request: CreateRequest
  /** One signal for each checkout that waits. When all are aborted, nobody waits any more. */
  readonly waiting: Set<AbortSignal>
  answer: Promise<Session> | null
}

export interface SharedOrder {
  readonly watchers: Set<(session: Session) => void>
  attempt: Attempt | null
}

/** Keyed by the tab's memory. A page has one. */
const pages = new WeakMap<Memory, Map<string, SharedOrder>>()

/** What this page shares for an order. @param key identifies the order: its endpoint, and its order or session id */
export function sharedOrder(memory: Memory, key: string): SharedOrder {
  const orders = pages.get(memory) ?? new Map<string, SharedOrder>()
  pages.set(memory, orders)
  const order = orders.get(key) ?? { watchers: new Set(), attempt: null }
  orders.set(key, order)
  return order
}

/** The attempt that some checkout still waits for, or `null`. A press joins it instead of making a second one. */
export function attemptInFlight({ attempt }: SharedOrder): Attempt | null {
  return attempt && [...attempt.waiting].some(({ aborted }) => !aborted) ? attempt : null
}

/**
 * Sends an attempt, or waits for the answer that another checkout is waiting for already. If that checkout aborts the
 * request, it fails here too; the caller's retry then sends it again with the same key.
 *
 * @param signal aborted when the caller no longer waits
 */
export function sendOnce(
  order: SharedOrder,
  { key, request }: Pick<Attempt, 'key' | 'request'>,
  signal: AbortSignal,
  send: () => Promise<Session>,
): Promise<Session> {
  const attempt: Attempt =
    order.attempt?.key === key ? order.attempt : { key, request, waiting: new Set(), answer: null }
  order.attempt = attempt
  attempt.waiting.add(signal)
  attempt.answer ??= send().finally(() => {
    attempt.answer = null
  })
  return attempt.answer
}
