// What a measured process has used so far. It runs with --expose-gc.
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Memory {
  /** Of objects that are still in use. */
  readonly heapBytes: number
  /** Of the whole process, as the system counts it: what the bill is made of, and rounded up in many places. */
  readonly residentBytes: number
}

/** The memory in use, once after each of `samples` collections of garbage. */
export async function memorySamples(samples: number): Promise<Memory[]> {
  if (!globalThis.gc) throw new Error('Start this process with --expose-gc.')
  const taken: Memory[] = []
  for (let i = 0; i < samples; i++) {
    // Twice, with a pause: what the first frees may have been the last to know of more.
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

/** How often the event loop is looked at. */
const lookMs = 1
let loop: IntervalHistogram | undefined

/** Watches from now on for how long the event loop stands still. */
export function watchLoop(): void {
  loop?.disable()
  loop = monitorEventLoopDelay({ resolution: lookMs })
  loop.enable()
}

/** For how long the event loop has stood still at most since then, in milliseconds. */
export function longestStallMs(): number {
  if (!loop) throw new Error('Nobody watches the event loop.')
  // Each look is as late as the loop was, after a pause of its own.
  return Math.max(0, loop.max / 1e6 - lookMs)
}

/** A moment that all processes of this machine share, in milliseconds. */
export const machineMs = () => Number(process.hrtime.bigint()) / 1e6
