// Slots for held reads in a real browser, whose locks all tabs share. A frame acts as another tab.
import { expect, onTestFinished, test, vi } from 'vitest'
import type { withReadSlot } from '../../src/platform/held-read-slots.ts'
import { openPageAt } from './inner-page.ts'

let hosts = 0
const aHost = () => `https://shop-${Date.now()}-${hosts++}.example`

/** Another tab: its module, its locks and its window. */
async function aTab() {
  const { window: inner } = await openPageAt('/package.json')
  const load = inner.eval('(path) => import(path)') as (path: string) => Promise<unknown>
  const module = (await load('/src/platform/held-read-slots.ts')) as { withReadSlot: typeof withReadSlot }
  const given = new AbortController()
  onTestFinished(() => given.abort())
  const begun: string[] = []
  const ends = new Map<string, () => void>()

  /** Starts a read that lasts until `end`. */
  function read(host: string, name: string): Promise<unknown> {
    return module.withReadSlot(host, given.signal, (hasSlot) => {
      begun.push(hasSlot ? name : `${name} without`)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  }
  return { window: inner, begun, read, end: (name: string) => ends.get(name)?.() }
}

/** Waits until the browser's processes have handled all lock requests so far. */
async function locksOf(host: string) {
  const { held = [], pending = [] } = await navigator.locks.query()
  const ours = (locks: LockInfo[]) => locks.filter(({ name }) => name?.endsWith(host)).length
  return { held: ours(held), pending: ours(pending) }
}

test('all tabs together hold two reads of a host, and a read waiting in another tab comes next', async () => {
  const [here, there] = [await aTab(), await aTab()]
  const host = aHost()
  void here.read(host, 'a')
  await expect.poll(() => here.begun).toEqual(['a'])
  void there.read(host, 'b')
  await expect.poll(() => there.begun).toEqual(['b'])
  void there.read(host, 'c')
  await expect.poll(() => locksOf(host)).toEqual({ held: 2, pending: 2 })
  expect(there.begun).toEqual(['b'])
  here.end('a')

  await expect.poll(() => there.begun).toEqual(['b', 'c'])
  await expect.poll(() => locksOf(host)).toEqual({ held: 2, pending: 0 })
})

test('a hidden tab leaves one slot to visible tabs', async () => {
  const hidden = await aTab()
  Object.defineProperty(hidden.window.document, 'hidden', { value: true })
  const host = aHost()
  void hidden.read(host, 'a')
  void hidden.read(host, 'b')
  await expect.poll(() => locksOf(host)).toEqual({ held: 1, pending: 1 })
  const seen = await aTab()
  void seen.read(host, 'c')

  await expect.poll(() => seen.begun).toEqual(['c'])
  expect(hidden.begun).toEqual(['a'])
})

test('a page in the back/forward cache releases its slots, or a waiting tab would evict it', async () => {
  const tab = await aTab()
  const host = aHost()
  void tab.read(host, 'a')
  await expect.poll(() => locksOf(host)).toEqual({ held: 1, pending: 0 })
  tab.window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))

  await expect.poll(() => locksOf(host)).toEqual({ held: 0, pending: 0 })
})

test.each([
  [
    'refuses its locks, as to some frames',
    () => Promise.reject(new DOMException('not here', 'SecurityError')),
  ],
  ['has none, as on plain http', undefined],
])('where the browser %s, the page limits only its own reads', async (_what, request) => {
  const tab = await aTab()
  Object.defineProperty(tab.window.navigator, 'locks', { value: request && { request } })
  const host = aHost()
  for (const name of 'abc') void tab.read(host, name)
  await expect.poll(() => tab.begun).toEqual(['a', 'b'])
  tab.end('b')

  await expect.poll(() => tab.begun).toEqual(['a', 'b', 'c'])
  expect(await locksOf(host)).toEqual({ held: 0, pending: 0 })
})

test('a read that has ended leaves no listener behind', async () => {
  const tab = await aTab()
  const added = vi.spyOn(tab.window, 'addEventListener')
  const host = aHost()
  const read = tab.read(host, 'a')
  await expect.poll(() => tab.begun).toEqual(['a'])
  tab.end('a')
  await read

  const options = added.mock.calls.flatMap(([name, , options]) => (name === 'pagehide' ? [options] : []))
  expect(options).toMatchObject([{ signal: { aborted: true } }])
})
