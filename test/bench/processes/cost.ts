// The resources that a measured process has used so far. It runs with --expose-gc.
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Memory {
  /** Heap of objects in use. */
  readonly heapBytes: number
  /** Resident memory of the whole process, as counted by the system. */
  readonly residentBytes: number
}

/** The memory in use, once after each of `samples` collections of garbage. */
export async function memorySamples(samples: number): Promise<Memory[]> {
  if (!globalThis.gc) throw new Error('Start this process with --expose-gc.')
  const taken: Memory[] = []
  for (let i = 0; i < samples; i++) {
    // Twice, with a pause: the first collection may release references that the second one needs.
    globalThis.gc()
    await sleep(50)
    globalThis.gc()
    const { heapUsed, rss } = process.memoryUsage()
    taken.push({ heapBytes: heapUsed, residentBytes: rss })
  }
  return taken
}

/** Time on a processor since the process began, in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The interval for checking the event loop. */
const lookMs = 1
let loop: IntervalHistogram | undefined

/** Starts to watch for stalls of the event loop. */
export function watchLoop(): void {
  loop?.disable()
  loop = monitorEventLoopDelay({ resolution: lookMs })
  loop.enable()
}

/** The longest stall of the event loop since then, in milliseconds. */
export function longestStallMs(): number {
  if (!loop) throw new Error('Nobody watches the event loop.')
  // Each check is delayed by the stall, in addition to its interval.
  return Math.max(0, loop.max / 1e6 - lookMs)
}

/** A clock that all processes of this machine share, in milliseconds. */
export const machineMs = () => Number(process.hrtime.bigint()) / 1e6
