// Deferred responses. A held request passes through the app twice: first to find out what it has to wait for, and again
// when that is settled. Nothing of the first round stays in memory meanwhile: what a framework keeps for an open request
// takes more memory than the connection. Both rounds use the same routes, headers and errors.
import type { Hono } from 'hono'

type Fetch = Hono['fetch']

export interface Deferred<T> {
  /** What the request waits for. The second round throws its error. */
  readonly awaited: Promise<T>
  /** When the request was deferred, by `performance.now()`. */
  readonly since: number
}

export type DeferredAnswers<T> = ReturnType<typeof createDeferredAnswers<T>>

/** @typeParam T what a request waits for */
export function createDeferredAnswers<T>() {
  const waiting = new WeakMap<Request, Deferred<T>>()

  /** The response; `null` when the request was deferred, and the response of this round is not sent. */
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
      // The route throws it again in the second round, and it is answered like any other error.
    }
    return fetch(...asked)
  }

  return {
    /** Defers the response: the request passes through the app again when `awaited` settles. */
    defer(request: Request, awaited: Promise<T>): void {
      // If the first round fails after this, nothing handles a rejection of `awaited`, and it must not end the process.
      awaited.catch(() => undefined)
      waiting.set(request, { awaited, since: performance.now() })
    },
    /** What a request was deferred for; `undefined` in its first round, until it is deferred. */
    of: (request: Request): Deferred<T> | undefined => waiting.get(request),
    /** The same app, with a second round for requests with a `Prefer` header. */
    around:
      (fetch: Fetch): Fetch =>
      (...asked) =>
        asked[0].headers.has('prefer') ? inTwoRounds(fetch, ...asked) : fetch(...asked),
  }
}
