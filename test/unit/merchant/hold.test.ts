import { expect, test } from 'vitest'
import { holdUntilChanged, type OnDisconnect } from '../../../src/merchant/long-poll/hold-until-changed.ts'
import { startNotifications } from '../../../src/merchant/long-poll/notifications.ts'
import { createSessionReader } from '../../../src/merchant/long-poll/session-reader.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const id = `cs_${'a'.repeat(43)}`
const neverGone: OnDisconnect = () => () => undefined

/** Tabs that are held over a database of one session, which counts its queries. */
async function holding() {
  const clock = createFakeClock()
  let version = 1
  let queries = 0
  let failing = 0
  let duringQuery = () => {}
  let notify: (session: string) => void = () => undefined
  const db = {
    async query(_sql: string, [hashes]: [readonly string[]]) {
      queries++
      if (failing-- === 1) throw new Error('The database is away.')
      const rows = hashes.map((hash) => ({ hash, id: 'row', version }))
      const meanwhile = duringQuery
      duringQuery = () => undefined
      meanwhile()
      return rows
    },
    async listen(_channel: string, heard: typeof notify) {
      notify = heard
      return async () => undefined
    },
  } as unknown as Db
  const notifications = await startNotifications(db, clock, () => undefined)
  const reader = createSessionReader(db, notifications, clock)
  return {
    clock,
    notifications,
    /** What a request does: a first look, then the wait. */
    async tab(waitMs: number, onDisconnect: OnDisconnect = neverGone, leave = () => {}): Promise<number> {
      const seen = await reader.read(id, () => true)
      if (!seen) throw new Error('There is no session.')
      return (
        await holdUntilChanged({ reader, notifications }, id, seen, { waitMs, onDisconnect, release: leave })
      ).version
    },
    /** @param by how many versions; with 0 there is nothing new */
    change(by = 1) {
      version += by
      notify('row')
    },
    changeSilently: () => version++,
    /** Once the next query has read, and before it answers. */
    duringNextQuery(happens: () => void) {
      duringQuery = happens
    },
    failNext() {
      failing = 1
    },
    queries: () => queries,
  }
}

type Holding = Awaited<ReturnType<typeof holding>>

/** A client that goes when the test says so. */
function aClient() {
  let listeners: (() => void)[] = []
  const onDisconnect: OnDisconnect = (gone) => {
    listeners.push(gone)
    return () => {
      listeners = listeners.filter((each) => each !== gone)
    }
  }
  const go = () => {
    for (const gone of listeners) gone()
  }
  return { onDisconnect, listeners: () => listeners.length, go }
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

test.each([
  ['its time is up', async ({ clock }: Holding) => clock.advance(4_000)],
  ['there is news', async ({ change }: Holding) => change()],
  ['the server goes down', async ({ notifications }: Holding) => notifications.stop()],
  [
    'the database fails it',
    async ({ change, failNext }: Holding) => {
      failNext()
      change()
    },
  ],
])('a tab leaves its place once, when %s', async (_, end) => {
  const world = await holding()
  let left = 0
  const held = world.tab(4_000, neverGone, () => left++).catch(() => undefined)
  await world.clock.untilSleeping(4_000)
  expect(left).toBe(0)

  await end(world)
  await held

  expect([left, world.notifications.size]).toEqual([1, 0])
})

test('a tab that is closed is held no longer, costs no query, and leaves nothing behind', async () => {
  const { tab, clock, notifications, queries } = await holding()
  const client = aClient()
  const held = tab(4_000, client.onDisconnect)
  await clock.untilSleeping(4_000)
  const before = queries()

  client.go()

  expect(await held).toBe(1)
  expect([queries() - before, notifications.size, client.listeners()]).toEqual([0, 0, 0])
})

test('a tab that was closed before it began to wait is not held', async () => {
  const { tab, notifications } = await holding()
  const goneAlready: OnDisconnect = (gone) => {
    gone()
    return () => undefined
  }

  expect(await tab(4_000, goneAlready)).toBe(1)

  expect(notifications.size).toBe(0)
})

test('a tab that is woken for nothing waits on for the rest of its time', async () => {
  const { tab, clock, change, notifications, queries } = await holding()
  const held = tab(4_000)
  await clock.untilSleeping(4_000)
  await clock.advance(1_000)

  change(0)
  await clock.advance(2_999)
  expect([notifications.size, queries()]).toEqual([1, 2])
  await clock.advance(1)

  expect([await held, notifications.size]).toEqual([1, 0])
})

test('news that come while a tab looks are not slept over', async () => {
  const { tab, clock, change, duringNextQuery } = await holding()
  const held = tab(4_000)
  await clock.untilSleeping(4_000)

  duringNextQuery(() => change(1))
  change(0)
  await clock.advance(3_999)

  expect(await Promise.race([held, 'still held'])).toBe(2)
})

test('news whose notification was lost are heard within five seconds', async () => {
  const { tab, clock, changeSilently } = await holding()
  const held = tab(20_000)
  await clock.untilSleeping(20_000)

  changeSilently()
  await clock.advance(5_000)

  expect(await held).toBe(2)
})

test('a server that goes down answers all at once', async () => {
  const { tab, clock, notifications } = await holding()
  const held = [tab(4_000), tab(20_000)]
  await clock.untilSleeping(20_000)

  await notifications.stop()

  expect([await Promise.all(held), notifications.size]).toEqual([[1, 1], 0])
})
