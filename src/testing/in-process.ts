// Loads the sandbox itself, only when one is started in this process.
import { startSandbox } from '../sandbox/index.ts'
import { realClock, realFetch } from './real-time.ts'
import type { StartOptions } from './start.ts'

/** Uses the real clock and network, even if a test has replaced the globals. */
export const startInProcess = ({ port = 0, settleDelayMs = 200, ...options }: StartOptions) =>
  startSandbox({ ...options, port, settleDelayMs, clock: realClock, fetch: realFetch })
