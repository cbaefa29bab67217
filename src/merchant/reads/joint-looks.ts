// Looks of held reads at the database, many in one query. News of a thousand sessions would otherwise be a thousand queries.
import type { Clock } from '../../server/index.ts'
import { NoAnswer } from '../store/database-errors.ts'

export interface JointLooksParts<T> {
  /** Asks about all of these with one query, for at most `limitMs`. What is missing in the answer is not there. */
  readonly ask: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>
  readonly clock: Pick<Clock, 'now'>
  readonly limitMs: number
  /** How many keys one query takes. */
  readonly size: number
}

interface Wanted<T> {
  readonly askedAt: number
  readonly found: (row: T | null) => void
  readonly failed: (error: unknown) => void
  readonly answer: Promise<T | null>
}

/**
 * Makes the function that looks by a query which begins after the call. One query at a time: whoever asks meanwhile goes with
 * the next one, and those who ask for the same share the answer.
 * @throws {NoAnswer} from the returned function, after twice `limitMs`, however many wait before; and what the query throws
 */
export function createJointLooks<T>({ ask, clock, limitMs, size }: JointLooksParts<T>) {
  const wanted = new Map<string, Wanted<T>>()
  let isAsking = false

  /** The oldest of those who wait. */
  function take(): ReadonlyMap<string, Wanted<T>> {
    const batch = new Map([...wanted].slice(0, size))
    for (const key of batch.keys()) wanted.delete(key)
    return batch
  }

  async function askOnce(): Promise<void> {
    const batch = take()
    try {
      const rows = await ask([...batch.keys()])
      for (const [key, { found }] of batch) found(rows.get(key) ?? null)
    } catch (error) {
      for (const { failed } of batch.values()) failed(error)
      giveUpOnOld()
    }
  }

  /** A database that answers nothing would otherwise keep the last of them waiting for every query before theirs. */
  function giveUpOnOld(): void {
    for (const [key, { askedAt, failed }] of wanted) {
      if (clock.now() - askedAt < 2 * limitMs) break
      wanted.delete(key)
      failed(new NoAnswer(2 * limitMs))
    }
  }

  async function askForAll(): Promise<void> {
    isAsking = true
    while (wanted.size > 0) await askOnce()
    isAsking = false
  }

  return (key: string): Promise<T | null> => {
    const { answer } = wanted.get(key) ?? want(key)
    if (!isAsking) void askForAll()
    return answer
  }

  function want(key: string): Wanted<T> {
    const one = { askedAt: clock.now(), ...createAnswer<T | null>() }
    wanted.set(key, one)
    return one
  }
}

/** A promise with what settles it; `Promise.withResolvers` is Node 22's. */
function createAnswer<T>() {
  let found: (value: T) => void = () => undefined
  let failed: (error: unknown) => void = () => undefined
  const answer = new Promise<T>((resolve, reject) => {
    found = resolve
    failed = reject
  })
  return { answer, found, failed }
}
