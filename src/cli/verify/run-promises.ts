// Checks one promise.
import { CommandError } from '../command.ts'
import { Broken, NotChecked, NotOffered, type PromiseContext, type ServerPromise } from './promise.ts'

/** What a check has found. */
export type Verdict = 'held' | 'broken' | 'not offered' | 'not checked'

export interface Result {
  readonly promise: ServerPromise
  readonly verdict: Verdict
  /** What was seen if the promise is broken; what is missing if it is not offered or not checked. */
  readonly seen: string | null
  /** What to do if the promise is broken. */
  readonly remedy: string
  readonly notes: readonly string[]
  readonly seconds: number
}

/** The context without `note`, which belongs to one promise. */
export type SharedContext = Omit<PromiseContext, 'note'>

/** A check that was started before the first promise is checked. */
export interface Prepared {
  finish(): Promise<void>
  /** Notes that were added so far. */
  readonly notes: string[]
}

/** Starts the checks that take long: they wait while the others run. @throws {CommandError} if the sandbox is gone */
export async function prepareAll(
  promises: readonly ServerPromise[],
  shared: SharedContext,
): Promise<ReadonlyMap<ServerPromise, Prepared>> {
  const prepared = new Map<ServerPromise, Prepared>()
  for (const promise of promises) if (promise.prepare) prepared.set(promise, await prepare(promise, shared))
  return prepared
}

/** Keeps an error of the preparation until the promise is checked, so that it appears in the right place. */
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

/** @throws {CommandError} if the sandbox or the server is gone */
export async function checkPromise(
  promise: ServerPromise,
  shared: SharedContext,
  prepared: Prepared | undefined,
): Promise<Result> {
  const startedAt = performance.now()
  const notes = prepared?.notes ?? []
  const end = (verdict: Verdict, seen: string | null = null, remedy = promise.remedy): Result => ({
    promise,
    verdict,
    seen,
    remedy,
    notes,
    seconds: Math.round((performance.now() - startedAt) / 10) / 100,
  })
  try {
    await prepared?.finish()
    await promise.check?.({ ...shared, note: noteIn(notes) })
    return end('held')
  } catch (error) {
    if (error instanceof Broken) return end('broken', error.message, error.remedy)
    if (error instanceof NotOffered) return end('not offered', error.message)
    if (error instanceof NotChecked) return end('not checked', error.message)
    throw error
  } finally {
    await shared.service.clearFaults().catch(() => undefined)
  }
}

/** Adds each note once. */
const noteIn = (notes: string[]) => (text: string) => {
  if (!notes.includes(text)) notes.push(text)
}
