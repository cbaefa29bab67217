import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Asks again and again until an answer is the wanted one.
 * @returns the last answer, also after the time limit
 */
export async function askUntil<T>(
  ask: () => Promise<T>,
  isWanted: (answer: T) => boolean,
  { limitMs, pauseMs, ended }: { limitMs: number; pauseMs: number; ended: AbortSignal },
): Promise<T> {
  const until = Date.now() + limitMs
  for (;;) {
    const answer = await ask()
    if (isWanted(answer) || Date.now() > until) return answer
    await sleep(pauseMs, undefined, { signal: ended })
  }
}
