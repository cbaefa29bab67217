// What the checkouts of one page share of an order, so that two elements never make two payments of it: who hears of its
// session, and the attempt that is being sent. Other pages and tabs share nothing but what the tab remembers (resume.ts).
import type { CreateRequest, Memory } from '../platform/ports.ts'
import type { Session } from '../protocol/session.ts'

/** One try to pay the order, for however many checkouts wait for its session. */
export interface Attempt {
  readonly key: string
  readonly request: CreateRequest
  /** Of who waits: all aborted, nobody does. */
  readonly waiting: Set<AbortSignal>
  answer: Promise<Session> | null
}

export interface SharedOrder {
  readonly watchers: Set<(session: Session) => void>
  attempt: Attempt | null
}

/** By the tab's memory, of which a page has one. */
const pages = new WeakMap<Memory, Map<string, SharedOrder>>()

/** What this page shares of an order. @param place its endpoint, and the order or what else the page names it by */
export function sharedOrder(memory: Memory, place: string): SharedOrder {
  const orders = pages.get(memory) ?? new Map<string, SharedOrder>()
  pages.set(memory, orders)
  const order = orders.get(place) ?? { watchers: new Set(), attempt: null }
  orders.set(place, order)
  return order
}

/** The attempt that somebody waits for: a press joins it. */
export function attemptInFlight({ attempt }: SharedOrder): Attempt | null {
  return attempt && [...attempt.waiting].some(({ aborted }) => !aborted) ? attempt : null
}

/**
 * Sends an attempt, or waits for the answer that another checkout waits for already: one that is given up there fails here,
 * and is sent again with the same key.
 *
 * @param signal is aborted when who asks waits no more
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
