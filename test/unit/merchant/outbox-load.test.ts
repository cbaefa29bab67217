// An outbox with an order whose fulfilment hangs, and with many orders at once.
import { describe, expect, test } from 'vitest'
import type { Db } from '../../../src/merchant/store/db.ts'
import { useOutbox } from './outbox-world.ts'

const { world, processWith, paid, stored, waiting } = useOutbox()

describe('a fulfilment that hangs', () => {
  /** A process in which the fulfilment of one order never ends. */
  function hangingAt(order: string) {
    const fulfilled: string[] = []
    const outbox = processWith(({ subject }) => {
      fulfilled.push(subject)
      return subject === order ? new Promise(() => undefined) : Promise.resolve()
    })
    return { fulfilled, outbox }
  }

  test('counts as failed after half a minute, and the next one runs', async () => {
    await paid('A-1001')
    await paid('A-1002')
    const { fulfilled, outbox } = hangingAt('A-1001')
    await world().clock.settle(outbox.dispatchDue(() => fulfilled.includes('A-1002')))
    expect(fulfilled).toEqual(['A-1001', 'A-1002'])
    expect(await waiting()).toEqual([{ subject: 'A-1001' }])
  })

  test('does not delay others', async () => {
    await paid('A-1001')
    await paid('A-1002')
    const { fulfilled, outbox } = hangingAt('A-1001')
    void outbox.dispatchDue().catch(() => undefined)
    await expect.poll(waiting).toEqual([{ subject: 'A-1001' }])
    await paid('A-1003')
    void outbox.dispatchDue().catch(() => undefined)
    await expect.poll(waiting).toEqual([{ subject: 'A-1001' }])
    expect(fulfilled).toEqual(['A-1001', 'A-1002', 'A-1003'])
    await world().clock.advance(30_000)
  })

  test('of twenty orders that a process has just marked as paid does not delay one that is left from before', async () => {
    await paid('A-1002')
    const { event } = await stored('A-1001')
    const { fulfilled, outbox } = hangingAt('A-1001')
    const hanging = Array.from({ length: 20 }, () => outbox.dispatchStored(event))
    await expect.poll(() => fulfilled.length).toBe(20)
    void outbox.dispatchDue().catch(() => undefined)
    await expect.poll(() => fulfilled).toContain('A-1002')
    await world().clock.advance(30_000)
    await Promise.all(hanging)
  })

  test('does not keep the sweep from finding a lost webhook', async () => {
    const { pay, service, clock, merchant, order } = world()
    await pay('A-1001')
    service.only().status = 'COMPLETED'
    const ends: (() => void)[] = []
    merchant.outbox.dispatchDue = () => new Promise((resolve) => void ends.push(resolve))
    merchant.sweep.start()
    await clock.advance(1)
    await expect.poll(() => order('A-1001')).toBe('paid')
    merchant.outbox.dispatchDue = async () => undefined
    for (const end of ends) end()
  })
})

describe('forty orders that are paid together', () => {
  /** All of one session: forty sessions would show nothing more. */
  const fortyPaid = async () => {
    const { session } = await paid()
    const { db, clock } = world()
    await db.query('delete from payin_checkout.outbox')
    await db.query(
      `insert into payin_checkout.outbox (id, kind, session, subject, amount_value, amount_currency, created_at, next_try_at)
       select n::text, 'order_paid', $1, n::text, '1', 'EUR', $2, $2 from generate_series(1, 40) n`,
      [session, new Date(clock.now())],
    )
  }

  test('are fulfilled twenty at a time, each once', async () => {
    await fortyPaid()
    const fulfilled: string[] = []
    const ends: (() => void)[] = []
    const outbox = processWith(({ subject }) => {
      fulfilled.push(subject)
      return new Promise((resolve) => void ends.push(resolve))
    })
    const works = [outbox.dispatchDue(), outbox.dispatchDue(), outbox.dispatchDue()]
    await expect.poll(() => fulfilled.length).toBe(20)
    ends.shift()?.()
    await expect.poll(() => fulfilled.length).toBe(21)
    while (fulfilled.length < 40 || ends.length > 0) {
      for (const end of ends.splice(0)) end()
      await new Promise(setImmediate)
    }
    await Promise.all(works)
    expect(new Set(fulfilled).size).toBe(40)
    expect(fulfilled).toHaveLength(40)
    expect(await waiting()).toEqual([])
  })

  test('take fewer than 15 statements', async () => {
    await fortyPaid()
    const { db } = world()
    let statements = 0
    const counted: Db = {
      ...db,
      query(...args) {
        statements++
        return db.query(...args)
      },
    }
    await processWith(async () => undefined, counted).dispatchDue()
    expect(await waiting()).toEqual([])
    expect(statements).toBeLessThan(15)
  })

  test('are all fulfilled but the one that fails', async () => {
    await fortyPaid()
    await processWith(async ({ subject }) => {
      if (subject === '7') throw new Error('There is no paper for the seventh.')
    }).dispatchDue()
    expect(await waiting()).toEqual([{ subject: '7' }])
  })
})
