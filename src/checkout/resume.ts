// What this tab remembers of a payment, so that a reload, a redirect and the back button find it again.
// Storage can throw, vanish or be copied into the popup (FACTS 13): nothing here decides anything, it only
// tells which session to ask the server about.
import type { Memory } from '../platform/ports.ts'

/** Where a redirected shopper goes back to. One slot: a tab can be redirected to one payment at a time. */
const backKey = 'payin-checkout:back'

/** The session whose hosted page this tab showed in a popup last. */
const popupKey = 'payin-checkout:popup'

const sessionKey = 'payin-checkout:session:'

/**
 * Remembers which session a payment runs in.
 * @param place of the payment: its endpoint, and its order or what else the page names it by
 */
export function rememberSession(memory: Memory, place: string, id: string): void {
  memory.set(sessionKey + place, id)
}

/** The session that a payment runs in, or was paid in, as far as this tab knows. */
export function rememberedSession(memory: Memory, place: string): string | null {
  return memory.get(sessionKey + place)
}

export function forgetSession(memory: Memory, place: string): void {
  memory.remove(sessionKey + place)
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
