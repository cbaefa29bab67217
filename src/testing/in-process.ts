// The sandbox itself, loaded where one is started in this process.
import { startSandbox } from '../../demo/sandbox/index.ts'
import { realClock, realFetch } from './real-time.ts'
import type { StartOptions } from './start.ts'

/** On real time and the real network, whatever a test puts in their place. */
export const startInProcess = ({ port = 0, settleDelayMs = 200, ...options }: StartOptions) =>
  startSandbox({ ...options, port, settleDelayMs, clock: realClock, fetch: realFetch })
