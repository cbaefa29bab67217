import { expect, test } from 'vitest'
import type { SessionNotifications } from '../../../src/merchant/long-poll/notifications.ts'
import { createSessionReader } from '../../../src/merchant/long-poll/session-reader.ts'
import { isDatabaseUnavailable } from '../../../src/merchant/store/database-errors.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { createFakeClock } from '../server/fake-clock.ts'

const id = `cs_${'a'.repeat(43)}`

/** A reader over a database of one session. The test sends the notifications. */
function createTestReader() {
  let setBackMs = 0
  const fake = createFakeClock()
  const clock = { ...fake, now: () => fake.now() - setBackMs }
  let version = 1
  let notify: (session: string | null) => void = () => undefined
  let duringQuery: () => void = () => undefined
  let queries = 0
  let isFrozen = false
  const db = {
    async query(_sql: string, [hashes]: [readonly string[]]) {
      queries++
      if (isFrozen) return new Promise<never>(() => undefined)
      const rows = hashes.map((hash) => ({ hash, id: 'row', version }))
      duringQuery()
      return rows
    },
  }
  const notifications = { onChange: (listener: typeof notify) => (notify = listener) }
  const reader = createSessionReader(
    db as unknown as Db,
    notifications as unknown as SessionNotifications,
    clock,
  )
  return {
    clock,
    read: async () => (await reader.read(id, () => true))?.version,
    readUncached: async () => (await reader.readUncached(id))?.version,
    change: (session: string | null) => {
      version++
      notify(session)
    },
    changeDuringQuery: (change: () => void) => {
      duringQuery = change
    },
    changeSilently: () => version++,
    setClockBack: (ms: number) => {
      setBackMs = ms
    },
    freeze: () => {
      isFrozen = true
    },
    queries: () => queries,
  }
}

test('a session that is read again and again costs one query', async () => {
  const { read, queries } = createTestReader()
  for (let i = 0; i < 5; i++) expect(await read()).toBe(1)
  expect(queries()).toBe(1)
})

test('a cached session is dropped when it changes, and not when another does', async () => {
  const { read, change, queries } = createTestReader()
  await read()
  change('another')
  await read()
  expect(queries()).toBe(1)
  change('row')
  expect(await read()).toBe(3)
})

test('the whole cache is dropped when notifications may have been missed', async () => {
  const { read, change } = createTestReader()
  await read()
  change(null)
  expect(await read()).toBe(2)
})

test('a row that changed while it was read is not cached', async () => {
  const { read, change, changeDuringQuery } = createTestReader()
  changeDuringQuery(() => change('row'))
  expect(await read()).toBe(1)
  changeDuringQuery(() => undefined)
  expect(await read()).toBe(2)
})

test('a lost notification is made up for within two seconds', async () => {
  const { read, changeSilently, clock } = createTestReader()
  await read()
  changeSilently()
  await clock.advance(2_000)
  expect(await read()).toBe(2)
})

test('a session whose change was lost is cached for two seconds also when the clock is set back by an hour', async () => {
  const { read, changeSilently, setClockBack } = createTestReader()
  await read()
  changeSilently()
  setClockBack(3_600_000)
  expect(await read()).toBe(2)
})

test('tabs that ask at the same moment share one query, which begins after they asked', async () => {
  const { readUncached, change, queries } = createTestReader()
  const early = readUncached()
  change('row')

  const tabs = await Promise.all(Array.from({ length: 1_000 }, readUncached))

  expect([await early, new Set(tabs), queries()]).toEqual([1, new Set([2]), 2])
})

test('a read of a frozen database fails within nine seconds, also behind another read', async () => {
  const { readUncached, freeze, clock } = createTestReader()
  freeze()
  const first = readUncached().catch(isDatabaseUnavailable)
  const second = readUncached().catch(isDatabaseUnavailable)

  await clock.untilSleeping(4_500)
  await clock.advance(4_500)
  expect(await first).toBe(true)
  await clock.untilSleeping(4_500)
  await clock.advance(4_500)

  expect(await second).toBe(true)
})
