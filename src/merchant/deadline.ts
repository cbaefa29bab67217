import type { Clock } from '../server/index.ts'

/**
 * Waits for work, but for no longer than this. Work that takes longer goes on; if it fails then, nobody is told.
 * @returns whether it has ended by then
 * @throws what the work throws by then
 */
export async function endsWithin(
  clock: Pick<Clock, 'sleep'>,
  limitMs: number,
  work: Promise<unknown>,
): Promise<boolean> {
  const ended = new AbortController()
  const late = clock.sleep(limitMs, ended.signal).then(() => false)
  // The sleep rejects when it is cut short, and nobody listens any more.
  late.catch(() => undefined)
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    ended.abort()
  }
}
