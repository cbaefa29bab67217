// What this tab remembers of a payment, so that a reload, a redirect and the back button find it again.
// Storage can throw, vanish or be copied into the popup (FACTS 13): nothing here decides anything, it only
// tells which session to ask the server about.
import type { Memory } from '../platform/ports.ts'

/** Where a redirected shopper goes back to. One slot: a tab can be redirected to one payment at a time. */
const backKey = 'payin-checkout:back'

/** The session whose hosted page this tab showed in a popup last. */
const popupKey = 'payin-checkout:popup'

function sessionKey(endpoint: string, payment: string): string {
  return `payin-checkout:session:${endpoint}#${payment}`
}

/** Remembers which session a payment runs in; `payment` is its order, or what else the page names it by. */
export function rememberSession(memory: Memory, endpoint: string, payment: string, id: string): void {
  memory.set(sessionKey(endpoint, payment), id)
}

/** The session that a payment runs in, as far as this tab knows. */
export function rememberedSession(memory: Memory, endpoint: string, payment: string): string | null {
  return memory.get(sessionKey(endpoint, payment))
}

export function forgetSession(memory: Memory, endpoint: string, payment: string): void {
  memory.remove(sessionKey(endpoint, payment))
}

/** Remembers that this tab opened a popup for a session: after a reload, the return page in it may still be told to close. */
export function rememberPopup(memory: Memory, session: string): void {
  memory.set(popupKey, session)
}

/** Whether this tab opened a popup for the session. */
export function openedPopup(memory: Memory, session: string): boolean {
  return memory.get(popupKey) === session
}

/** Remembers the page that is being left for the hosted page. */
export function rememberWayBack(memory: Memory, session: string, href: string): void {
  memory.set(backKey, JSON.stringify({ session, href }))
}

/**
 * The page that the shopper left for this session's hosted page, once; `null` when this tab was not redirected.
 * @param origin only a page of this origin is a way back: the record may be anybody's by now
 */
export function takeWayBack(memory: Memory, session: string, origin: string): string | null {
  const text = memory.get(backKey)
  if (!text) return null
  try {
    const record = JSON.parse(text) as { session?: unknown; href?: unknown }
    if (record.session !== session || typeof record.href !== 'string') return null
    const url = new URL(record.href)
    memory.remove(backKey)
    return url.origin === origin && /^https?:$/.test(url.protocol) ? url.href : null
  } catch {
    return null
  }
}

/** Drops the way back: the shopper is here again. */
export function forgetWayBack(memory: Memory): void {
  memory.remove(backKey)
}
