// The names of all events in events.ts, for code that listens to all of them. A missing one is a type error.
import type { EventName } from './events.ts'

const names: Record<EventName, true> = {
  choice: true,
  start: true,
  created: true,
  open: true,
  blocked: true,
  status: true,
  authorized: true,
  complete: true,
  failed: true,
  expired: true,
  cancel: true,
  error: true,
}

/** Without their prefix, in the order in which they occur in a payment. */
export const eventNames = Object.keys(names) as readonly EventName[]
