// Lets some work in at a time; the rest waits in line, where askers take turns. Who finds the line full is sent away: a
// line without an end would make everybody wait for what one client has asked for.
import { TryAgainLater } from './errors/load-errors.ts'

export interface GateSize {
  /** How much is under way at a time. */
  readonly atOnce: number
  /** How much may wait, of all askers together. */
  readonly waiting: number
  /** How much of one asker may wait. */
  readonly waitingByAsker: number
}

/** Makes a gate. An asker is whoever must not make the others wait: an address, for example. */
export function createGate({ atOnce, waiting, waitingByAsker }: GateSize) {
  const lines = new Map<string, (() => void)[]>()
  let underWay = 0
  let inLine = 0

  function wait(asker: string): Promise<void> {
    const line = lines.get(asker) ?? []
    lines.set(asker, line)
    inLine++
    return new Promise((resolve) => line.push(resolve))
  }

  /** The next asker's oldest work; the asker goes to the end of the round. */
  function letNextIn(): void {
    const [first] = lines
    if (!first) return
    const [asker, line] = first
    lines.delete(asker)
    const enter = line.shift()
    if (line.length > 0) lines.set(asker, line)
    inLine--
    underWay++
    enter?.()
  }

  /** Runs work that cannot be sent away, because its number is bounded elsewhere. */
  async function runAlways<T>(asker: string, work: () => Promise<T>): Promise<T> {
    if (underWay < atOnce) underWay++
    else await wait(asker)
    try {
      return await work()
    } finally {
      underWay--
      letNextIn()
    }
  }

  return {
    runAlways,
    /** Runs work when it is its turn. @throws {TryAgainLater} when too much waits already */
    async run<T>(asker: string, work: () => Promise<T>): Promise<T> {
      const isFull = inLine >= waiting || (lines.get(asker)?.length ?? 0) >= waitingByAsker
      if (underWay >= atOnce && isFull) throw new TryAgainLater()
      return runAlways(asker, work)
    },
  }
}
