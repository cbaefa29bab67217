// The check of one promise as the function of a test.
import type { Result } from '../cli/verify/promise-run.ts'
import { type Holds, PromiseNotHeld } from './promise.ts'

export function createHolds(check: () => Promise<Result>): Holds {
  // A rest parameter, because Jest waits for a callback if the function of a test has a parameter.
  return async (...[context]) => {
    const { promise, verdict, seen, remedy, notes } = await check()
    const unchecked = notes.map((note) => `note: ${note}`)
    const say = context?.diagnostic ? 'diagnostic' : 'annotate'
    for (const note of unchecked) await context?.[say]?.(note)
    if (verdict === 'held') return
    if (verdict === 'broken')
      throw new PromiseNotHeld(
        promise.id,
        verdict,
        `${promise.statement}: broken.\n  seen: ${seen}\n  do:   ${remedy}`,
      )
    if (!context?.skip)
      throw new PromiseNotHeld(promise.id, verdict, `${promise.statement}: ${verdict}. ${seen}`)
    // Vitest ends the test here by an error of its own.
    await context.skip(`${verdict}: ${seen}`)
  }
}
