import { expect, test } from 'vitest'
import { holdUntilChanged } from '../../../src/merchant/reads/hold.ts'
import { createReader } from '../../../src/merchant/reads/reader.ts'
import { startWakeups } from '../../../src/merchant/reads/wakeups.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const id = `cs_${'a'.repeat(43)}`

/** Tabs that are held over a database of one session, which counts its queries. */
async function holding() {
  const clock = createFakeClock()
  let version = 1
  let queries = 0
  let notify: (session: string) => void = () => undefined
  const db = {
    async query() {
      queries++
      return [{ id: 'row', version }]
    },
    async listen(_channel: string, heard: typeof notify) {
      notify = heard
      return async () => undefined
    },
  } as unknown as Db
  const wakeups = await startWakeups(db, clock, () => undefined)
  const reader = createReader(db, wakeups, clock)
  return {
    clock,
    /** What a request does: a first look, then the wait. */
    async tab(waitMs: number): Promise<number> {
      const seen = await reader.read(id, () => true)
      if (!seen) throw new Error('There is no session.')
      const parts = { reader, clock, wakeups }
      return (await holdUntilChanged(parts, id, seen, waitMs, new AbortController().signal)).version
    },
    change() {
      version++
      notify('row')
    },
    queries: () => queries,
  }
}

test('a tab that begins to wait costs no second query, or 10 000 tabs that ask again keep the database busy', async () => {
  const { tab, clock, queries } = await holding()

  tab(4_000)
  await clock.untilSleeping(4_000)

  expect(queries()).toBe(1)
})

test('a tab whose time is up is told so without another query', async () => {
  const { tab, clock, queries } = await holding()
  const held = tab(4_000)
  await clock.untilSleeping(4_000)

  await clock.advance(4_000)

  expect([await held, queries()]).toEqual([1, 1])
})

test('a thousand tabs hear the news, for two queries more', async () => {
  const { tab, clock, change, queries } = await holding()
  const tabs = Array.from({ length: 1_000 }, () => tab(4_000))
  await clock.untilSleeping(4_000)
  const before = queries()

  change()

  expect(new Set(await Promise.all(tabs))).toEqual(new Set([2]))
  expect(queries() - before).toBe(2)
})
