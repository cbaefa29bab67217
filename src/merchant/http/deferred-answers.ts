// Answers that come later. A request that is held goes through the app twice: at first to learn what it has to wait for, and once
// more when that has come. In between nothing of the first round is left: what a framework keeps for a request that is under
// way takes more memory than its connection. Both rounds have the same routes, headers and errors.
import type { Hono } from 'hono'

type Fetch = Hono['fetch']

export interface Deferred<T> {
  /** What is waited for. What it fails with is for the second round to throw. */
  readonly awaited: Promise<T>
  /** When the first round was over, by `performance.now()`. */
  readonly since: number
}

export type DeferredAnswers<T> = ReturnType<typeof createDeferredAnswers<T>>

/** @typeParam T what a request waits for */
export function createDeferredAnswers<T>() {
  const waiting = new WeakMap<Request, Deferred<T>>()

  /** `null`: it was put off, and what was answered is for nobody. */
  async function firstRound(fetch: Fetch, ...asked: Parameters<Fetch>): Promise<Response | null> {
    const answer = await fetch(...asked)
    return waiting.has(asked[0]) ? null : answer
  }

  async function inTwoRounds(fetch: Fetch, ...asked: Parameters<Fetch>): Promise<Response> {
    const answer = await firstRound(fetch, ...asked)
    if (answer) return answer
    try {
      await waiting.get(asked[0])?.awaited
    } catch {
      // Thrown once more by the route, and answered like any other error.
    }
    return fetch(...asked)
  }

  return {
    /** Puts off the answer to this request: it is asked again when this is settled. */
    putOff(request: Request, awaited: Promise<T>): void {
      // Where the first round fails after this, nobody waits for it, and what it fails with must not end the process.
      awaited.catch(() => undefined)
      waiting.set(request, { awaited, since: performance.now() })
    },
    /** What a request was put off for; `undefined` in its first round, until it is put off. */
    of: (request: Request): Deferred<T> | undefined => waiting.get(request),
    /** The same app, with a second round for those who say what they prefer. */
    around:
      (fetch: Fetch): Fetch =>
      (...asked) =>
        asked[0].headers.has('prefer') ? inTwoRounds(fetch, ...asked) : fetch(...asked),
  }
}
