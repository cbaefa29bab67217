// Looks into one promise after the other: each has the sandbox for itself.
import { CommandError } from '../command.ts'
import { Broken, NotChecked, NotOffered, type Promised, type Trial } from './promise.ts'

export type Verdict = 'held' | 'broken' | 'not offered' | 'not checked'

export interface Result {
  readonly promised: Promised
  readonly verdict: Verdict
  /** What was seen where it is broken, what is missing where it is not offered or not checked. */
  readonly seen: string | null
  readonly notes: readonly string[]
  readonly seconds: number
}

/** Everything but `note`, which belongs to one promise. */
export type Trials = Omit<Trial, 'note'>

interface Begun {
  goOn(): Promise<void>
  /** What was noted since, at the promise's own place. */
  readonly notes: string[]
}

/**
 * @param tell is told each result as soon as it is known
 * @throws {CommandError} where the sandbox or the server is gone
 */
export async function runPromises(
  promises: readonly Promised[],
  trials: Trials,
  tell: (result: Result) => void,
): Promise<void> {
  // What takes long waits while the others are looked into.
  const begun = new Map<Promised, Begun>()
  for (const promised of promises) if (promised.begin) begun.set(promised, await begin(promised, trials))
  for (const promised of promises) tell(await look(promised, trials, begun.get(promised)))
}

/** What goes wrong at the beginning is told at the promise's own place. */
async function begin(promised: Promised, trials: Trials): Promise<Begun> {
  const notes: string[] = []
  try {
    const goOn = await promised.begin?.({ ...trials, note: noteIn(notes) })
    return { goOn: goOn ?? (async () => undefined), notes }
  } catch (error) {
    if (error instanceof CommandError) throw error
    return { goOn: () => Promise.reject(error), notes }
  } finally {
    await trials.service.clearFaults()
  }
}

async function look(promised: Promised, trials: Trials, begun: Begun | undefined): Promise<Result> {
  const startedAt = performance.now()
  const notes = begun?.notes ?? []
  const end = (verdict: Verdict, seen: string | null = null): Result => ({
    promised,
    verdict,
    seen,
    notes,
    seconds: Math.round((performance.now() - startedAt) / 10) / 100,
  })
  try {
    await begun?.goOn()
    await promised.hold?.({ ...trials, note: noteIn(notes) })
    return end('held')
  } catch (error) {
    if (error instanceof Broken) return end('broken', error.message)
    if (error instanceof NotOffered) return end('not offered', error.message)
    if (error instanceof NotChecked) return end('not checked', error.message)
    throw error
  } finally {
    await trials.service.clearFaults().catch(() => undefined)
  }
}

/** Takes each note once. */
const noteIn = (notes: string[]) => (text: string) => {
  if (!notes.includes(text)) notes.push(text)
}
