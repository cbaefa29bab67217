// A database was restored from a backup, or a failover lost its last rows. The service still remembers the payments.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Orders } from '../../../src/merchant/orders.ts'
import { type Backup, backUp, restore } from '../../support/table-backup.ts'
import { createWorld, useWorld } from './harness.ts'

const world = useWorld({ waits: true })
const byCard = { payment: { method: 'card' } }
const hour = 3_600_000
const payins = () => [...world().service.payins.values()]
const sessions = () =>
  world().db.query<{ attempt: number; outcome: string }>(
    'select attempt, outcome from payin_checkout.sessions order by attempt',
  )

/** Loses the rows that `work` writes. @param restart whether the server starts anew over the restored database */
async function loseRowsOf(work: () => Promise<unknown>, restart = false, laterMs = 120_000): Promise<void> {
  await world().db.query('update orders set placed_at = $1', [new Date(world().clock.now())])
  await world().merchant.sweep.runOnce()
  const backup: Backup = await backUp(world().db)
  await work()
  await world().clock.advance(laterMs)
  await restore(world().db, backup)
  if (restart) await world().restart()
}

/** Advances time until the create request is answered. */
const createPayment = async (key?: string, body?: object) =>
  world().clock.settle(Promise.resolve(world().createSession('A-1001', key, body)))

describe.each([
  ['while the server runs', false],
  ['before the server starts', true],
])('rows that were lost %s', (_, restart) => {
  test('lead the same create request to the payin that exists', async () => {
    const key = randomUUID()
    let id = ''
    await loseRowsOf(async () => {
      id = (await world().pay('A-1001', key)).id
    }, restart)

    const again = await createPayment(key)

    expect([again.status, await again.json()]).toMatchObject([
      201,
      { id, redirect_url: payins()[0]?.redirect_url },
    ])
    expect(payins()).toHaveLength(1)
  })

  test('are restored by a create request with another choice, language and price, which makes attempt 2', async () => {
    await loseRowsOf(() => world().pay('A-1001', randomUUID(), { lang: 'de' }), restart)
    await world().db.query(`update orders set amount_value = '60.00' where id = 'A-1001'`)

    const answer = await createPayment(randomUUID(), { ...byCard, lang: 'fr' })

    expect([answer.status, await answer.json()]).toMatchObject([201, { amount: { value: '60.00' } }])
    expect(payins().map(({ amount }) => amount.value)).toEqual(['49.90', '60.00'])
    expect((await sessions()).map(({ attempt }) => attempt)).toEqual([1, 2])
  })

  test('do not hide that the order is paid: its payin is found, and nobody pays again', async () => {
    await loseRowsOf(async () => {
      await world().pay('A-1001')
      const [first] = payins()
      if (first) first.status = 'COMPLETED'
    }, restart)

    expect((await createPayment(randomUUID(), byCard)).status).toBe(409)
    expect([payins().length, await world().order('A-1001')]).toEqual([1, 'paid'])
  })

  test('are found after two days as well, when the service has forgotten the idempotency key', async () => {
    await loseRowsOf(async () => {
      await world().pay('A-1001')
      const [first] = payins()
      if (first) first.status = 'COMPLETED'
    }, restart)
    await world().clock.advance(48 * hour)

    expect((await createPayment()).status).toBe(409)
    expect([payins().length, await world().order('A-1001')]).toEqual([1, 'paid'])
  })

  test('of a second attempt keep the first from being handed out again', async () => {
    const { pay } = world()
    await pay('A-1001')
    await loseRowsOf(async () => {
      await pay('A-1001', randomUUID(), byCard)
      const second = payins()[1]
      if (second) second.status = 'AUTHORIZED'
    }, restart)

    const answer = await createPayment()

    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { outcome: 'authorized', redirect_url: null },
    ])
  })
})

describe('a signed webhook of a payin whose row was lost', () => {
  test('restores the row, and the money pays the order', async () => {
    let id = ''
    await loseRowsOf(async () => {
      id = (await world().pay('A-1001')).id
    })
    const [payin] = payins()
    if (!payin) throw new Error('There is no payin.')

    await world().move(payin, 'COMPLETED')

    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', ['rows_lost']])
    expect(await (await world().read(id)).json()).toMatchObject({ outcome: 'complete' })
  })

  test.each([
    ['503 while the service is still down', true, 503],
    ['the hosted page once it is back', false, 201],
  ])(
    'restores the row while the service is down, and a create request gets %s',
    async (_, isDown, status) => {
      let redirectUrl: string | null = null
      await loseRowsOf(async () => {
        redirectUrl = (await world().pay('A-1001')).redirect_url
      })
      const [payin] = payins()
      if (!payin) throw new Error('There is no payin.')
      world().service.down = true
      await world().clock.settle(world().move(payin, 'INITIATED'))
      world().service.down = isDown

      const answer = await createPayment()

      const body = await answer.json()
      expect([answer.status, body.redirect_url ?? null]).toEqual([
        status,
        status === 201 ? redirectUrl : null,
      ])
      expect(payins()).toHaveLength(1)
    },
  )

  test('restores the row of a payment that the service has lost as well, and its order can be paid later', async () => {
    let id = ''
    await loseRowsOf(async () => {
      id = (await world().pay('A-1001')).id
    })
    const [payin] = payins()
    if (!payin) throw new Error('There is no payin.')
    world().service.payins.clear()
    world().service.keys.clear()
    await world().clock.settle(world().move(payin, 'INITIATED'))
    await world().clock.advance(16 * 60_000)

    const answer = await createPayment()

    expect([answer.status, (await answer.json()).id === id]).toEqual([201, false])
    expect(payins()).toHaveLength(1)
  })

  describe.each([
    ['and its key', true],
    ['but not its key', false],
  ])('restores the row of a payment that the service has lost %s, and', (_, losesKey) => {
    async function lost(laterMs?: number) {
      await loseRowsOf(() => world().pay('A-1001'), false, laterMs)
      const [payin] = payins()
      if (!payin) throw new Error('There is no payin.')
      world().service.payins.clear()
      if (losesKey) world().service.keys.clear()
      await world().clock.settle(world().move(payin, 'INITIATED'))
    }

    test('its page counts as one that can be paid', async () => {
      await lost()
      expect((await createPayment()).status).toBe(201)
      expect((await createPayment(randomUUID(), { ...byCard })).status).toBe(201)
      expect(payins()).toHaveLength(1)
    })

    test.each([
      ['the same choice', undefined, 120_000],
      ['another choice', byCard, 120_000],
      ['the same choice after its time', undefined, 16 * 60_000],
      ['another choice after its time', byCard, 16 * 60_000],
    ])('its order can be paid by %s', async (_, body, laterMs) => {
      await lost(laterMs)
      const key = randomUUID()
      const answers = [await createPayment(key, body), await createPayment(key, body)]
      expect(answers.map(({ status }) => status)).toEqual([201, 201])
      const pages = await Promise.all(answers.map(async (answer) => (await answer.json()).redirect_url))
      expect(pages).toEqual([payins()[0]?.redirect_url, payins()[0]?.redirect_url])
      expect((await sessions()).map(({ outcome }) => outcome)).toEqual(['open', 'open'])
    })
  })

  test('is paid by its page again when the service repeats its first answer, and does not find it', async () => {
    const { service } = world()
    service.nextCreate('lost_after')
    const key = randomUUID()
    expect((await createPayment(key)).status).toBe(503)
    const [payin] = payins()
    service.payins.clear()
    const again = await createPayment(key)
    expect([again.status, (await again.json()).redirect_url]).toEqual([201, payin?.redirect_url])
  })

  test('makes the other instances look for missing rows, too', async () => {
    const { db, clock, service, logged } = world()
    const other = await createWorld(db, { clock, service, logged })
    await loseRowsOf(async () => {
      await world().pay('A-1001')
      await other.pay('A-1002')
    })
    const [first, second] = payins()
    if (!first || !second) throw new Error('There are no two payins.')

    // This instance misses none of its own rows once the row is restored.
    await other.move(first, 'COMPLETED')
    second.status = 'COMPLETED'
    await clock.advance(25 * hour)
    service.keys.clear()

    expect((await clock.settle(Promise.resolve(world().createSession('A-1002')))).status).toBe(409)
    expect(payins()).toHaveLength(2)
    await other.merchant.close()
  })

  test('raises an alert when it names an order of ours but no attempt of it', async () => {
    await world().pay('A-1001')
    const [payin] = payins()
    if (!payin) throw new Error('There is no payin.')
    const stranger = {
      ...payin,
      id: randomUUID(),
      return_url: 'https://elsewhere.example/thanks',
      status: 'COMPLETED',
    }
    world().service.payins.set(stranger.id, stranger)

    await world().webhook(stranger)
    await world().webhook(stranger, 'SETTLED')

    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['unpaid', ['unknown_payment']])
    const [alert] = await world().db.query('select subject, detail from payin_checkout.alerts')
    expect(alert).toMatchObject({ subject: 'A-1001', detail: expect.stringContaining(stranger.id) })
  })

  test('is ignored when it names no order of ours', async () => {
    await world().pay('A-1001')
    const [payin] = payins()
    if (!payin) throw new Error('There is no payin.')
    const return_url = 'https://elsewhere.example/thanks'
    await world().webhook({ ...payin, id: randomUUID(), reference: 'Z-1', return_url, status: 'COMPLETED' })

    expect(await world().alerts()).toEqual([])
  })
})

test('a database that lost nothing causes no extra request', async () => {
  await world().pay('A-1001')
  await world().clock.advance(30_000)
  await world().merchant.sweep.runOnce()
  await world().restart()
  world().service.calls.splice(0)

  await world().pay('A-1002')

  expect(world().service.calls.map(({ method }) => method)).toEqual(['POST'])
})

test('an answer of the database that a heartbeat overtakes is no loss', async () => {
  const { db, clock, service, logged } = world()
  let isOvertaken = false
  const slow: typeof db = {
    ...db,
    async query<T extends object>(sql: string, params?: readonly unknown[]) {
      const rows = await db.query<T>(sql, params)
      if (!isOvertaken || !sql.includes('isOwnRowThere')) return rows
      isOvertaken = false
      await clock.advance(15_000)
      await merchant.lostRows.writeHeartbeat()
      return rows
    },
  }
  const { merchant } = await createWorld(slow, { clock, service, logged })
  await merchant.lostRows.writeHeartbeat()
  isOvertaken = true

  const gap = await merchant.lostRows.gapToClose()
  await merchant.close()

  expect([gap, await world().alerts()]).toEqual([null, []])
})

test('an order is looked up after a loss, although later answers have seen that the loss is stored', async () => {
  const { merchant, db, clock } = world()
  await merchant.lostRows.writeHeartbeat()
  merchant.lostRows.suspect()
  const seen = await merchant.lostRows.read(db, 'A-1001')
  await merchant.lostRows.writeHeartbeat()
  await merchant.lostRows.writeHeartbeat()

  const entry = { placedAt: new Date(clock.now() - hour), reference: 'A-1001' }
  expect(await merchant.lostRows.mayBeMissing(db, 'A-1001', seen, entry)).toBe(true)
})

test('after a loss only older orders cause an extra request', async () => {
  await loseRowsOf(() => world().pay('A-1001'))
  await createPayment()
  await world().db.query(`update orders set placed_at = $1 where id = 'A-1002'`, [
    new Date(world().clock.now() + 600_000),
  ])
  await world().clock.advance(600_001)
  world().service.calls.splice(0)

  await world().pay('A-1002')
  expect(world().service.calls.map(({ method }) => method)).toEqual(['POST'])
  await world().pay('A-1003')
  expect(world().service.calls.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST'])
})

test('the ids of an attempt are the same after a loss, so a shipped order is not shipped again', async () => {
  const outbox = () => world().db.query<{ id: string }>('select id from payin_checkout.outbox')
  let shipped: { id: string }[] = []
  await loseRowsOf(async () => {
    await world().pay('A-1001')
    const [payin] = payins()
    if (payin) await world().move(payin, 'COMPLETED')
    shipped = await outbox()
  })

  expect((await createPayment()).status).toBe(409)

  expect(shipped).toHaveLength(1)
  expect(await outbox()).toEqual(shipped)
})

describe('a payment from long before a loss', () => {
  const longAgo = () => new Date(world().clock.now() - 48 * hour).toISOString()
  const restart = async () => {
    await world().restart()
    await world().clock.advance(120_000)
    world().service.calls.splice(0)
    await world().clock.settle(world().merchant.sweep.runOnce())
  }

  test('is read again, also when the list writes its id in another letter case', async () => {
    const { id } = await world().pay('A-1001')
    const payin = world().service.only()
    await world().move(payin, 'EXPIRED')
    await world().merchant.sweep.runOnce()
    await world().db.query('update payin_checkout.sessions set next_check_at = null')
    Object.assign(payin, { id: payin.id.toUpperCase(), status: 'AUTHORIZED', created_at: longAgo() })

    await restart()

    expect(await (await world().read(id)).json()).toMatchObject({ outcome: 'authorized' })
  })

  test('locks no order when its address names no session, so hundreds of them do not hold up a press', async () => {
    const { db, clock, service, logged } = world()
    let transactions = 0
    const transaction: typeof db.transaction = (work) => {
      transactions++
      return db.transaction(work)
    }
    const counted = await createWorld({ ...db, transaction }, { clock, service, logged })
    const pressed = async (order: string, others: number) => {
      await world().pay(order)
      const payin = payins().at(-1)
      for (let n = 0; payin && n < others; n++) {
        const id = randomUUID()
        service.payins.set(id, { ...payin, id, status: 'FAILED', return_url: 'https://other.example/' })
      }
      await db.query(
        `update payin_checkout.installation set rows_kept_until = 'epoch', rows_lost_before = '2100-01-01'`,
      )
      transactions = 0
      await clock.settle(Promise.resolve(counted.createSession(order, randomUUID(), byCard)))
      return transactions
    }
    expect(await pressed('A-1001', 0)).toBe(await pressed('A-1003', 100))
    await counted.merchant.close()
  })

  test('costs no call when it is of another shop of the account', async () => {
    await world().pay('A-1001')
    await world().merchant.sweep.runOnce()
    const return_url = 'https://elsewhere.example/checkout/return?session=cs_of_another_shop'
    const other = { ...world().service.only(), id: randomUUID(), reference: 'Z-1', return_url }
    world().service.payins.set(other.id, { ...other, created_at: longAgo() })

    await restart()

    const lists = world().service.calls.filter(({ path }) => path.startsWith('/payins?'))
    expect(lists.map(({ path }) => path)).toEqual(['/payins?page=1&page_size=100'])
  })

  test('raises no alert when it cannot be read', async () => {
    await world().pay('A-1001')
    await world().merchant.sweep.runOnce()
    const id = randomUUID()
    const unreadable: object = { status: '', return_url: null, created_at: longAgo() }
    world().service.payins.set(id, { ...world().service.only(), id, ...unreadable })

    await restart()

    expect(await world().alerts()).toEqual([])
  })
})

describe('an order with a reference of its own', () => {
  /** @param isFoundBy whether the shop finds an order by its reference as well */
  const withReference =
    (isFoundBy: boolean) =>
    <Own>(orders: Orders<Own>): Orders<Own> => ({
      ...orders,
      async find(tx, id, asked) {
        const found = await orders.find(tx, isFoundBy ? id.replace(/^R-/, '') : id, asked)
        return found && { ...found, reference: `R-${found.id}` }
      },
    })

  /** The payment is complete, its row is lost, nobody comes back, and the service's lists are read. */
  async function losePaidRow(isFoundBy: boolean): Promise<void> {
    await world().restart({}, { ordersOn: withReference(isFoundBy), fetch: world().service.fetch })
    await loseRowsOf(async () => {
      await world().pay('A-1001')
      world().service.only().status = 'COMPLETED'
    })
    await world().merchant.sweep.runOnce()
    await world().clock.advance(120_000)
    await world().clock.settle(world().merchant.sweep.runOnce())
  }

  test('is not sold again, although the shop does not find it by the reference', async () => {
    await losePaidRow(false)
    expect([await world().order('A-1001'), await world().alerts()]).toEqual([
      'unpaid',
      expect.arrayContaining(['unknown_payment']),
    ])

    expect((await createPayment()).status).toBe(409)

    expect([await world().order('A-1001'), payins().length]).toEqual(['paid', 1])
  })

  test('is paid by itself where the shop finds it by the reference', async () => {
    await losePaidRow(true)

    expect(await world().order('A-1001')).toBe('paid')
    expect(await world().alerts()).not.toContain('unknown_payment')
  })
})
