// A promise of a merchant's server in a test: its function, and the error of one that was not found to be held.

/**
 * `broken`: the server breaks the promise. `not offered`: it does not have this optional part of the protocol. `not checked`: the
 * check needs an option, which the message names.
 */
export type NotHeldVerdict = 'broken' | 'not offered' | 'not checked'

/** What a test runner passes to the function of a test: Vitest's context, or `t` of node:test. */
export interface RunnerContext {
  skip?(reason: string): unknown
  /** node:test. */
  diagnostic?(note: string): unknown
  /** Vitest. */
  annotate?(note: string): unknown
}

/**
 * Resolves only if the promise was checked and is held, or after it has skipped the test. Checks run one after the other, also if
 * they are called at the same time.
 *
 * @param context of the test: with it, a promise that is not offered or not checked skips the test, with the reason
 * @throws {PromiseNotHeld} if the promise is broken, and without a context that can skip also if it is not offered or not checked
 * @throws an Error if nothing can be checked: the server does not start, or does not use this sandbox
 */
export type Holds = (context?: RunnerContext) => Promise<void>

/** A promise is broken, or was not checked. The message says what was seen and what to do. */
export class PromiseNotHeld extends Error {
  override name = 'PromiseNotHeld'
  constructor(
    /** The promise by its id, as in docs/verify.md. */
    readonly id: string,
    readonly verdict: NotHeldVerdict,
    message: string,
  ) {
    super(message)
  }
}
