// A service client whose `fetch` returns scripted answers, with a fake clock.
import { createServiceClient, type ServiceClientOptions, ServiceError } from 'payin-checkout/server'
import { expect } from 'vitest'
import { createFakeClock, type FakeClock } from './fake-clock.ts'

export const apiKey = 'test_canary_key'

export const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers })

/** An answer, a lost connection, no answer, or an answer that depends on the address. */
export type Step = Response | Error | 'hang' | ((url: string) => Response)

export interface SentCall {
  readonly method: string
  readonly url: string
  readonly body: unknown
  readonly headers: Headers
  readonly redirect: RequestRedirect | undefined
}

/** Returns the steps in order; the last one is repeated. */
export function scriptedClient(steps: readonly Step[], options: Partial<ServiceClientOptions> = {}) {
  const clock = createFakeClock()
  const calls: SentCall[] = []
  const client = createServiceClient({
    baseUrl: 'https://payments.example/',
    apiKey,
    clock,
    random: () => 0.5,
    fetch: async (url, { method = 'GET', body, headers, redirect } = {}) => {
      calls.push({ method, url: String(url), body, headers: new Headers(headers), redirect })
      const step = steps[Math.min(calls.length, steps.length) - 1]
      if (step === 'hang') return new Promise(() => undefined)
      if (step instanceof Error) throw step
      return (typeof step === 'function' ? step(String(url)) : step)?.clone() ?? json(500, {})
    },
    ...options,
  })
  return { client, clock, calls }
}

/** The error that a call ends with. */
export async function failureOf(work: Promise<unknown>, clock: FakeClock): Promise<ServiceError> {
  const error = await clock.settle(work.catch((caught: unknown) => caught))
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

/** All items of an iteration. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}
