// The time limit of one request of verify.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { within } from '../../../src/cli/ask.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Work that only its signal ends. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

test('a request without an answer ends with a TimeoutError', async () => {
  const held = expect(within(2_000, new AbortController().signal, untilAborted)).rejects.toThrow(
    'no answer within 2 seconds',
  )
  await vi.advanceTimersByTimeAsync(2_000)
  await held
})

test('a request ends at Ctrl-C, also if Ctrl-C came first', async () => {
  const ended = new AbortController()
  const held = expect(within(2_000, ended.signal, untilAborted)).rejects.toThrow('Ctrl-C')
  ended.abort(new Error('Ctrl-C'))
  await held
  await expect(within(2_000, ended.signal, untilAborted)).rejects.toThrow('Ctrl-C')
})

test('an answered request leaves no timer behind', async () => {
  expect(await within(2_000, new AbortController().signal, async () => 'answered')).toBe('answered')
  expect(vi.getTimerCount()).toBe(0)
})
