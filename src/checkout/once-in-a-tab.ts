// Which events a checkout may emit: what comes once a session comes once in this tab, whatever the page builds anew. A page
// that answers `payment-complete` by building its element anew, or by a reload, would otherwise get the event again, for ever.
import type { Memory } from '../platform/ports.ts'
import { rememberEvent } from './resume.ts'

interface Page {
  readonly connected: Set<object>
  /** By session and event: the checkouts that were connected when it was emitted first. Each may emit it once. */
  readonly listening: Map<string, Set<object>>
}

/** Keyed by the tab's memory. A page has one. */
const pages = new WeakMap<Memory, Page>()

/** The checkouts that are connected on this page. */
export function connectedTo(memory: Memory): Set<object> {
  return pageOf(memory).connected
}

/**
 * Whether a checkout may emit an event of a session now. It is asked once for each emission, because the answer is stored.
 * Two elements for one order on a page both report; one that is built after the first report reads `state` instead.
 *
 * @param checkout identifies the checkout
 * @param event the session's id and the event's name
 */
export function mayEmit(memory: Memory, checkout: object, event: string): boolean {
  const { connected, listening } = pageOf(memory)
  // If the browser refuses storage, `listening` still knows what this page has emitted.
  const mayStill =
    listening.get(event) ?? new Set(rememberEvent(memory, event) ? [] : [...connected, checkout])
  listening.set(event, mayStill)
  return mayStill.delete(checkout)
}

function pageOf(memory: Memory): Page {
  const page = pages.get(memory) ?? { connected: new Set(), listening: new Map() }
  pages.set(memory, page)
  return page
}
