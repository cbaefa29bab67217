// Every event of events.ts, for code that listens to all of them. The compiler asks for one that is missing.
import type { EventName } from './events.ts'

const names: Record<EventName, true> = {
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

/** Without their prefix, in the order of a payment's life. */
export const eventNames = Object.keys(names) as readonly EventName[]
