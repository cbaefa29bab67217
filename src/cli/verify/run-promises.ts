// Looks into one promise after the other: each has the sandbox for itself.
import { CommandError } from '../command.ts'
import { Broken, NotChecked, NotOffered, type PromiseContext, type ServerPromise } from './promise.ts'

export type Verdict = 'held' | 'broken' | 'not offered' | 'not checked'

export interface Result {
  readonly promise: ServerPromise
  readonly verdict: Verdict
  /** What was seen where it is broken, what is missing where it is not offered or not checked. */
  readonly seen: string | null
  readonly notes: readonly string[]
  readonly seconds: number
}

/** Everything but `note`, which belongs to one promise. */
export type SharedContext = Omit<PromiseContext, 'note'>

interface Prepared {
  finish(): Promise<void>
  /** What was noted since, at the promise's own place. */
  readonly notes: string[]
}

/**
 * @param tell is told each result as soon as it is known
 * @throws {CommandError} where the sandbox or the server is gone
 */
export async function runPromises(
  promises: readonly ServerPromise[],
  shared: SharedContext,
  onResult: (result: Result) => void,
): Promise<void> {
  // What takes long waits while the others are looked into.
  const prepared = new Map<ServerPromise, Prepared>()
  for (const promise of promises) if (promise.prepare) prepared.set(promise, await prepare(promise, shared))
  for (const promise of promises) onResult(await checkPromise(promise, shared, prepared.get(promise)))
}

/** What goes wrong at the beginning is told at the promise's own place. */
async function prepare(promise: ServerPromise, shared: SharedContext): Promise<Prepared> {
  const notes: string[] = []
  try {
    const finish = await promise.prepare?.({ ...shared, note: noteIn(notes) })
    return { finish: finish ?? (async () => undefined), notes }
  } catch (error) {
    if (error instanceof CommandError) throw error
    return { finish: () => Promise.reject(error), notes }
  } finally {
    await shared.service.clearFaults()
  }
}

async function checkPromise(
  promise: ServerPromise,
  shared: SharedContext,
  prepared: Prepared | undefined,
): Promise<Result> {
  const startedAt = performance.now()
  const notes = prepared?.notes ?? []
  const end = (verdict: Verdict, seen: string | null = null): Result => ({
    promise,
    verdict,
    seen,
    notes,
    seconds: Math.round((performance.now() - startedAt) / 10) / 100,
  })
  try {
    await prepared?.finish()
    await promise.check?.({ ...shared, note: noteIn(notes) })
    return end('held')
  } catch (error) {
    if (error instanceof Broken) return end('broken', error.message)
    if (error instanceof NotOffered) return end('not offered', error.message)
    if (error instanceof NotChecked) return end('not checked', error.message)
    throw error
  } finally {
    await shared.service.clearFaults().catch(() => undefined)
  }
}

/** Takes each note once. */
const noteIn = (notes: string[]) => (text: string) => {
  if (!notes.includes(text)) notes.push(text)
}
