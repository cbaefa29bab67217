import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createMerchantLists } from '../../../src/platform/merchant-lists.ts'
import { noteServerTime, serverNow } from '../../../src/platform/server-clock.ts'
import { json, startEndpoint } from './merchant-endpoint.ts'

const now = Date.UTC(2026, 10, 20, 14, 0)
beforeEach(() => void vi.useFakeTimers({ now, toFake: ['Date'] }))
afterEach(() => {
  noteServerTime(new Date().toUTCString())
  vi.useRealTimers()
})

const serverSays = (offMs: number) => noteServerTime(new Date(now + offMs).toUTCString())

test.each([
  ['fast', -900_000],
  ['slow', 900_000],
])('a shopper whose clock is 15 minutes %s still has the full time', (_name, offMs) => {
  serverSays(offMs)
  expect(serverNow()).toBe(now + offMs)
})

test('a difference caused by network latency is ignored, or the countdown would jump', () => {
  serverSays(-9_000)
  expect(serverNow()).toBe(now)
})

test.each([null, '', 'yesterday'])('a Date header of %j is ignored', (date) => {
  serverSays(60_000)
  noteServerTime(date)
  expect(serverNow()).toBe(now + 60_000)
})

test('the server’s time is unknown without a readable Date header', async () => {
  vi.resetModules()
  const clock = await import('../../../src/platform/server-clock.ts')
  clock.noteServerTime(null)
  expect(clock.serverNow()).toBeNull()
  clock.noteServerTime(new Date(now).toUTCString())

  expect(clock.serverNow()).toBe(now)
})

test('the Date header of an answer that the browser may have kept says nothing of the time', async () => {
  await using shop = await startEndpoint(
    json(200, { content: [] }, { Date: new Date(now - 86_400_000).toUTCString() }),
  )
  serverSays(60_000)
  await createMerchantLists(shop.url).banks(1)
  expect(serverNow()).toBe(now + 60_000)
  await createMerchantLists(shop.url).instruments()

  expect(serverNow()).toBe(now - 86_400_000)
})
