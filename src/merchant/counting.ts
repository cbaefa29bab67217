// What whoever counts is told. The counting itself is metrics.ts, which needs a package that not every shop has: types of it
// must not stand in the way of those who do without.
import type { Log } from './log.ts'
import type { ObservedCall } from './service/upstream.ts'

/** One answer of this server. */
export interface Answer {
  /** The route's pattern, such as `/checkout/sessions/:id`; never the address. */
  readonly route: string
  readonly method: string
  readonly status: number
}

export interface Metrics {
  /** A log that writes what it is given, and counts it. */
  counting(log: Log): Log
  observeCall(call: ObservedCall): void
  countAnswer(answer: Answer): void
  /** Adds memory, processor and event loop. Node measures them from then on until the process ends. */
  watchProcess(): void
  readonly contentType: string
  /** All numbers as Prometheus reads them. @param heldReads how many there are now */
  text(heldReads: number): Promise<string>
}
