// Several instances clean at the same time while shoppers pay. None waits for another.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { cleanSessions } from '../../../src/merchant/retention/sessions.ts'
import { databaseUrl, unlessSkipped, useInstances } from './instances-world.ts'

describe.skipIf(!databaseUrl)(`several instances on one Postgres${unlessSkipped}`, () => {
  const instances = useInstances()
  const before = () => new Date(instances().clock.now() - 1)
  const now = () => new Date(instances().clock.now())

  /** Adds sessions that ended a year ago, each with an id and a key. */
  async function fill(count: number): Promise<void> {
    const [{ db }] = instances().all
    await db.query(
      `insert into payin_checkout.sessions (id, seed, kind, order_id, attempt, choice_hash, amount_value, amount_currency,
         service_key, service_id, status, outcome, created_at, updated_at, reference, nonce, api_key_hash)
       select gen_random_uuid(), repeat('a', 64), 'payin', 'O-' || n, 1, '', '1.00', 'EUR', 'k' || n, 's' || n, 'FAILED', 'failed',
         '2025-01-01', '2025-01-01', 'O-' || n, '', '' from generate_series(1, $1::int) n`,
      [count],
    )
    await db.query(
      `insert into payin_checkout.session_ids select 'id-' || service_id, id from payin_checkout.sessions`,
    )
    await db.query(
      `insert into payin_checkout.session_claims (key_hash, session, order_id, request_hash, created_at)
       select 'key-' || service_id, id, order_id, '', created_at from payin_checkout.sessions`,
    )
  }

  test('clean each session once, and none fails', async () => {
    await fill(600)
    const cleanAll = async ({ db }: { db: Parameters<typeof cleanSessions>[0] }) => {
      let total = 0
      for (let isMore = true; isMore; ) {
        const cleaned = await cleanSessions(db, now(), before(), 20)
        total += cleaned.count
        isMore = cleaned.isMore
      }
      return total
    }

    const totals = await Promise.all(instances().all.map(cleanAll))

    const [{ db }] = instances().all
    expect(totals.reduce((sum, each) => sum + each)).toBe(600)
    expect(await db.query('select 1 from payin_checkout.session_claims')).toEqual([])
    expect(await db.query('select 1 from payin_checkout.session_ids')).toEqual([])
  })

  test('skip rows that are locked, without waiting, and clean them later', async () => {
    await fill(2)
    const [shop, cleaner] = instances().all
    const held = await shop.db.transaction(async (tx) => {
      await tx.query(`select from payin_checkout.sessions where service_id = 's1' for no key update`)
      await tx.query(`select from payin_checkout.session_claims where key_hash = 'key-s2' for update`)
      return cleanSessions(cleaner.db, now(), before(), 20)
    })
    expect(held.count).toBe(0)
    expect(await cleaner.db.query('select key_hash from payin_checkout.session_claims')).toHaveLength(2)

    expect((await cleanSessions(cleaner.db, now(), before(), 20)).count).toBe(2)
  })

  test('do not stop a create request that comes while its order’s earlier attempt is being cleaned', async () => {
    const [shop, cleaner] = instances().all
    await shop.pay('A-1001')
    await shop.move(instances().service.only(), 'FAILED')
    const answered = await cleaner.db.transaction(async (tx) => {
      await tx.query('select from payin_checkout.sessions for no key update')
      return shop
        .createSession('A-1001', randomUUID(), { payment: { method: 'card' } })
        .then(({ status }) => status)
    })
    // The service is asked about the earlier attempt first. Its answer is saved once the row is free.
    expect([201, 503]).toContain(answered)
    expect((await shop.createSession('A-1001', randomUUID(), { payment: { method: 'card' } })).status).toBe(
      201,
    )
  })
})
