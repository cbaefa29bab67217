import { expect, test } from 'vitest'
import { holdUntilChanged, type OnDisconnect } from '../../../src/merchant/long-poll/hold-until-changed.ts'
import { startNotifications } from '../../../src/merchant/long-poll/notifications.ts'
import { createSessionReader } from '../../../src/merchant/long-poll/session-reader.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const id = `cs_${'a'.repeat(43)}`
const neverGone: OnDisconnect = () => () => undefined

/** Held reads of one session, one for each tab, over a database that counts its queries. */
async function createHeldReads() {
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
    async listen(_channel: string, listener: typeof notify) {
      notify = listener
      return async () => undefined
    },
  } as unknown as Db
  const notifications = await startNotifications(db, clock, () => undefined)
  const reader = createSessionReader(db, notifications, clock)
  return {
    clock,
    notifications,
    /** Does what a request does: a first read, then the wait. */
    async tab(waitMs: number, onDisconnect: OnDisconnect = neverGone, leave = () => {}): Promise<number> {
      const seen = await reader.read(id, () => true)
      if (!seen) throw new Error('There is no session.')
      return (
        await holdUntilChanged({ reader, notifications }, id, seen, { waitMs, onDisconnect, release: leave })
      ).version
    },
    /** @param by how many versions; 0 changes nothing */
    change(by = 1) {
      version += by
      notify('row')
    },
    changeSilently: () => version++,
    /** Runs this after the next query has read and before it answers. */
    duringNextQuery(happens: () => void) {
      duringQuery = happens
    },
    failNext() {
      failing = 1
    },
    queries: () => queries,
  }
}

type HeldReads = Awaited<ReturnType<typeof createHeldReads>>

/** A client that disconnects when the test says so. */
function createClient() {
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

test('a tab that begins to wait costs no second query, so 10 000 polling tabs do not overload the database', async () => {
  const { tab, clock, queries } = await createHeldReads()

  tab(4_000)
  await clock.untilSleeping(4_000)

  expect(queries()).toBe(1)
})

test('a tab whose time is up is answered without another query', async () => {
  const { tab, clock, queries } = await createHeldReads()
  const held = tab(4_000)
  await clock.untilSleeping(4_000)

  await clock.advance(4_000)

  expect([await held, queries()]).toEqual([1, 1])
})

test('a thousand tabs get a change with two more queries', async () => {
  const { tab, clock, change, queries } = await createHeldReads()
  const tabs = Array.from({ length: 1_000 }, () => tab(4_000))
  await clock.untilSleeping(4_000)
  const before = queries()

  change()

  expect(new Set(await Promise.all(tabs))).toEqual(new Set([2]))
  expect(queries() - before).toBe(2)
})

test.each([
  ['its time is up', async ({ clock }: HeldReads) => clock.advance(4_000)],
  ['the session changes', async ({ change }: HeldReads) => change()],
  ['the server shuts down', async ({ notifications }: HeldReads) => notifications.stop()],
  [
    'the database fails',
    async ({ change, failNext }: HeldReads) => {
      failNext()
      change()
    },
  ],
])('a tab gives its place back once when %s', async (_, end) => {
  const world = await createHeldReads()
  let left = 0
  const held = world.tab(4_000, neverGone, () => left++).catch(() => undefined)
  await world.clock.untilSleeping(4_000)
  expect(left).toBe(0)

  await end(world)
  await held

  expect([left, world.notifications.size]).toEqual([1, 0])
})

test('a tab that is closed is no longer held, costs no query, and leaves nothing behind', async () => {
  const { tab, clock, notifications, queries } = await createHeldReads()
  const client = createClient()
  const held = tab(4_000, client.onDisconnect)
  await clock.untilSleeping(4_000)
  const before = queries()

  client.go()

  expect(await held).toBe(1)
  expect([queries() - before, notifications.size, client.listeners()]).toEqual([0, 0, 0])
})

test('a tab that was closed before it began to wait is not held', async () => {
  const { tab, notifications } = await createHeldReads()
  const goneAlready: OnDisconnect = (gone) => {
    gone()
    return () => undefined
  }

  expect(await tab(4_000, goneAlready)).toBe(1)

  expect(notifications.size).toBe(0)
})

test('a tab that is woken without a change waits for the rest of its time', async () => {
  const { tab, clock, change, notifications, queries } = await createHeldReads()
  const held = tab(4_000)
  await clock.untilSleeping(4_000)
  await clock.advance(1_000)

  change(0)
  await clock.advance(2_999)
  expect([notifications.size, queries()]).toEqual([1, 2])
  await clock.advance(1)

  expect([await held, notifications.size]).toEqual([1, 0])
})

test('a change while a tab reads is not missed', async () => {
  const { tab, clock, change, duringNextQuery } = await createHeldReads()
  const held = tab(4_000)
  await clock.untilSleeping(4_000)

  duringNextQuery(() => change(1))
  change(0)
  await clock.advance(3_999)

  expect(await Promise.race([held, 'still held'])).toBe(2)
})

test('a change whose notification was lost is seen within five seconds', async () => {
  const { tab, clock, changeSilently } = await createHeldReads()
  const held = tab(20_000)
  await clock.untilSleeping(20_000)

  changeSilently()
  await clock.advance(5_000)

  expect(await held).toBe(2)
})

test('a server that shuts down answers all tabs at once', async () => {
  const { tab, clock, notifications } = await createHeldReads()
  const held = [tab(4_000), tab(20_000)]
  await clock.untilSleeping(20_000)

  await notifications.stop()

  expect([await Promise.all(held), notifications.size]).toEqual([[1, 1], 0])
})
