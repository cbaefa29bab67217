// What this tab stores about a payment, so that it is found again after a reload, a redirect or the back button.
// Storage can throw, be cleared, or be copied into the popup (docs/internals/browser-facts.md#storage-can-throw-or-vanish). So it never decides an outcome: it only
// says which session to read from the server.
import type { CheckoutPorts, Memory } from '../platform/ports.ts'
import type { CheckoutOptions } from './checkout.ts'

/** The page to return to after a redirect. One entry is enough: a tab can be redirected to one payment at a time. */
const backKey = 'payin-checkout:back'

/** The session with which the return page has just led this tab back. */
const returnedKey = 'payin-checkout:returned'

/** The session whose hosted page this tab last opened in a popup. */
const popupKey = 'payin-checkout:popup'

const sessionKey = 'payin-checkout:session:'

const eventsKey = 'payin-checkout:events'

/** Characters: some 7 000 events. A tab of a shop's till stays open for years, and its storage must have room for the next payment. */
const eventsLimit = 400_000

/** The key under which this tab remembers the payment: by order, or by session where the page names no order. */
export function orderKeyOf(
  { addressOf }: CheckoutPorts,
  { endpoint, order, session }: Pick<CheckoutOptions, 'endpoint' | 'order' | 'session'>,
): string {
  return `${addressOf(endpoint)}#${order || session}`
}

/**
 * Stores the session in which an order is being paid.
 * @param key identifies the order: its endpoint, and its order or session id
 */
export function rememberSession(memory: Memory, key: string, id: string): void {
  memory.set(sessionKey + key, id)
}

/** The session in which this tab is paying, or has paid, an order. */
export function rememberedSession(memory: Memory, key: string): string | null {
  return memory.get(sessionKey + key)
}

export function forgetSession(memory: Memory, key: string): void {
  memory.remove(sessionKey + key)
}

/**
 * Stores that this tab has had an event.
 * @param event the session's id and the event's name
 * @returns whether it was stored before
 */
export function rememberEvent(memory: Memory, event: string): boolean {
  const known = memory.get(eventsKey) ?? ''
  const line = `\n${event}\n`
  if (known.includes(line)) return true
  memory.set(eventsKey, (known + line).slice(-eventsLimit))
  return false
}

/** Stores that this tab opened a popup for a session. So even after a reload it can let the popup's return page close itself. */
export function rememberPopup(memory: Memory, session: string): void {
  memory.set(popupKey, session)
}

/** Whether this tab opened a popup for the session. */
export function openedPopup(memory: Memory, session: string): boolean {
  return memory.get(popupKey) === session
}

/** Stores the page that the shopper leaves for the hosted page. */
export function rememberWayBack(memory: Memory, session: string, href: string): void {
  memory.set(backKey, JSON.stringify({ session, href }))
}

/**
 * Reads and removes the page that the shopper left for this session's hosted page, and stores that the shopper comes back to
 * it. `null` if this tab was not redirected.
 * @param origin the only origin allowed for that page, because another script may have changed the entry
 */
export function takeWayBack(memory: Memory, session: string, origin: string): string | null {
  const text = memory.get(backKey)
  if (!text) return null
  try {
    const record = JSON.parse(text) as { session?: unknown; href?: unknown }
    if (record.session !== session || typeof record.href !== 'string') return null
    const url = new URL(record.href)
    memory.remove(backKey)
    if (url.origin !== origin || !/^https?:$/.test(url.protocol)) return null
    memory.set(returnedKey, session)
    return url.href
  } catch {
    return null
  }
}

/** Removes the return address, because the shopper is back. */
export function forgetWayBack(memory: Memory): void {
  memory.remove(backKey)
}

/** Whether the return page has just led this tab back with the session. `true` once. */
export function takeReturn(memory: Memory, session: string): boolean {
  const isBack = memory.get(returnedKey) === session
  if (isBack) memory.remove(returnedKey)
  return isBack
}
