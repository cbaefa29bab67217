// What a measured process has used so far. It runs with --expose-gc.
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

/** A moment that all processes of this machine share, in milliseconds. */
export const machineMs = () => Number(process.hrtime.bigint()) / 1e6
