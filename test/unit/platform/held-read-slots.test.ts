import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withReadSlot } from '../../../src/platform/held-read-slots.ts'
import { settle } from '../../support/fake-clock.ts'

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

let hosts = 0

/** Reads at a separate host. Each ends when the test ends it. */
function aHost() {
  const host = `https://shop-${hosts++}.example`
  /** Which reads have started, and whether in a slot. */
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const aborts = new Map<string, AbortController>()

  function ask(name: string): Promise<unknown> {
    const controller = new AbortController()
    aborts.set(name, controller)
    return withReadSlot(host, controller.signal, (hasSlot) => {
      begun.push(hasSlot ? name : `${name} without`)
      const ended = new Promise<void>((resolve) => ends.set(name, resolve))
      return ended.then(() => name)
    })
  }

  return {
    begun,
    async ask(...names: string[]) {
      for (const name of names) void ask(name).catch(() => {})
      await settle()
    },
    answerOf: ask,
    async end(name: string) {
      ends.get(name)?.()
      await settle()
    },
    async abort(name: string) {
      aborts.get(name)?.abort()
      await settle()
    },
  }
}

test('at most two reads of a host are held at once', async () => {
  const { begun, ask } = aHost()
  await ask('a', 'b', 'c')

  expect(begun).toEqual(['a', 'b'])
})

test('another host has two slots of its own', async () => {
  await aHost().ask('a', 'b', 'c')
  const other = aHost()
  await other.ask('a', 'b')

  expect(other.begun).toEqual(['a', 'b'])
})

test('a free slot goes to the read that waited longest, even if the last one reads again at once', async () => {
  const { begun, ask, end } = aHost()
  await ask('a', 'b', 'c', 'd')
  await end('b')
  await ask('b')
  await end('a')

  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

test('a read without a slot after some seconds runs without one, and leaves the queue', async () => {
  const { begun, ask, end } = aHost()
  await ask('a', 'b', 'c')
  await vi.advanceTimersByTimeAsync(4_999)
  expect(begun).toEqual(['a', 'b'])
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['a', 'b', 'c without'])
  await end('a')
  await ask('d')

  expect(begun).toEqual(['a', 'b', 'c without', 'd'])
})

test('every waiting read gets a slot sooner or later', async () => {
  let seed = 7
  vi.mocked(Math.random).mockImplementation(() => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  })
  const { signal } = new AbortController()
  const placed = new Set<string>()
  const follow = (name: string): Promise<unknown> =>
    withReadSlot('https://crowded.example', signal, async (hasSlot) => {
      if (!hasSlot) return
      placed.add(name)
      await new Promise((resolve) => setTimeout(resolve, 20_000))
    }).then(() => follow(name))
  for (const name of 'abcdefgh') void follow(name)
  await vi.advanceTimersByTimeAsync(10 * 60_000)

  expect([...placed].sort().join('')).toBe('abcdefgh')
})

test('an aborted read frees its slot, or leaves the queue', async () => {
  const { begun, ask, abort, end } = aHost()
  await ask('a', 'b', 'c', 'd')
  await abort('c')
  expect(begun).toEqual(['a', 'b', 'c without'])
  await end('a')

  expect(begun.at(-1)).toBe('d')
})

test('the result and the fault of the read are passed on', async () => {
  const { answerOf, end } = aHost()
  const answer = answerOf('a')
  await settle()
  await end('a')
  expect(await answer).toBe('a')

  const fails = withReadSlot('https://shop.example', new AbortController().signal, () =>
    Promise.reject(new Error('cut off')),
  )
  await expect(fails).rejects.toThrow('cut off')
})

test('a fault frees the slot', async () => {
  const host = 'https://faulty.example'
  const { signal } = new AbortController()
  const places: boolean[] = []
  for (let reads = 0; reads < 6; reads++) {
    await withReadSlot(host, signal, (hasSlot) => {
      places.push(hasSlot)
      return Promise.reject(new Error('cut off'))
    }).catch(() => {})
  }

  expect(places).toEqual([true, true, true, true, true, true])
})

test('nothing is left running after a read', async () => {
  const { ask, end } = aHost()
  await ask('a')
  await end('a')

  expect(vi.getTimerCount()).toBe(0)
})
