// What `npm start` does when one of its children ends: a decision without side effects, so that a test can ask it.
import { constants } from 'node:os'

export type ChildName = 'sandbox' | 'server'

/** `starting` until everything has answered once, `stopping` from Ctrl-C or the first fatal end on. */
export type Phase = 'starting' | 'running' | 'stopping'

/** How a child ended, as `node:child_process` reports it: `code` or `signal` is set, never both. */
export interface Ending {
  readonly child: ChildName
  readonly phase: Phase
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** How often this child was restarted without a stable run in between. */
  readonly restarts: number
}

export type Verdict =
  | { readonly do: 'nothing' }
  | { readonly do: 'restart'; readonly afterMs: number }
  | { readonly do: 'stop'; readonly exitCode: number }

/** After a run of this length the next restart has no growing delay. */
export const stableAfterMs = 10_000

const firstDelayMs = 250
const longestDelayMs = 8_000

/**
 * Restarts only the merchant server, and only when it was killed, because its state is in the database. A sandbox that was
 * killed may have lost its last changes. An end with an exit code is the child's own decision, and its message is on the screen.
 */
export function afterEnd({ child, phase, code, signal, restarts }: Ending): Verdict {
  if (phase === 'stopping') return { do: 'nothing' }
  if (phase === 'running' && child === 'server' && signal !== null) {
    return { do: 'restart', afterMs: Math.min(firstDelayMs * 2 ** restarts, longestDelayMs) }
  }
  return { do: 'stop', exitCode: code ?? exitCodeOf(signal) }
}

// As shells report it: 128 + the signal's number.
function exitCodeOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 1 : 128 + constants.signals[signal]
}
