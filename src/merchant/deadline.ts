import type { Clock } from '../server/index.ts'

/** Whether a time that was set at most `ms` ahead is still to come. A clock that is set back by an hour makes it no hour longer. */
export const isAhead = (until: number, now: number, ms: number): boolean => until > now && until - now <= ms

/**
 * Waits for work, at most `limitMs`. Work that takes longer goes on, and a later error of it is ignored.
 * @returns whether the work ended in time
 * @throws the error of the work, if it failed in time
 */
export async function endsWithin(
  clock: Pick<Clock, 'sleep'>,
  limitMs: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const ended = new AbortController()
  const timeout = clock.sleep(limitMs, ended.signal).then(() => false)
  // The aborted sleep rejects, and nothing else handles that rejection.
  timeout.catch(() => undefined)
  try {
    return await Promise.race([work.then(() => true), timeout])
  } finally {
    // Without a reason, each would be an error with a stack.
    ended.abort(null)
  }
}
