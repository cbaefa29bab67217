// What a person must look at: the list, bad requests, and the same in the shop's own program.
import { describe, expect, test } from 'vitest'
import { alertKinds, logAlert, raise, whatToDo, withSettling } from '../../../src/merchant/alerts.ts'
import { createEventLog } from '../../../src/merchant/log.ts'
import { paymentsOf } from '../../../src/merchant/order/payments.ts'
import { shopChanges, useBackoffice, withBackoffice } from './backoffice-world.ts'
import { useWorld } from './harness.ts'

const world = useWorld(withBackoffice)
const { alert, call, list, settle } = useBackoffice(world)
const shop = shopChanges(world)

const now = () => new Date(world().clock.now())
const raiseAlone = (detail = 'payin x could not be fetched') =>
  raise(world().db, 'webhook_given_up', { session: null, subject: 'A-9' }, detail, now())

describe('the list of alerts', () => {
  test('holds the open ones first, the newest of them first', async () => {
    for (const detail of ['one', 'two', 'three']) await raiseAlone(detail)
    const [three] = await list()
    await settle(three?.id ?? 0, 'noted')
    expect((await list()).map(({ detail }) => detail)).toEqual(['two', 'one', 'three'])
  })

  test('holds an alert once, however often it is raised', async () => {
    expect([await raiseAlone(), await raiseAlone()]).toEqual([expect.anything(), null])
    expect(await list()).toHaveLength(1)
  })

  test('holds the open ones, however many were settled after them', async () => {
    await raiseAlone('the old one')
    await world().db.query(
      `insert into payin_checkout.alerts (kind, detail, created_at, settled_as, settled_by, settled_at)
       select 'webhook_given_up', 'settled ' || n, $1, 'noted', 'mara', $1 from generate_series(1, 250) n`,
      [now()],
    )
    const all = await list()
    expect([all.length, all[0]?.detail]).toEqual([200, 'the old one'])
  })

  test('is empty when there is nothing to look at', async () => {
    expect(await list()).toEqual([])
  })
})

describe('the log line of an alert', () => {
  /** A webhook that could not be processed: nothing of it names the order. */
  async function giveUp(): Promise<Record<string, string>> {
    await world().pay('A-1001')
    world().service.down = true
    await world().webhook(world().service.only(), 'COMPLETED')
    for (let tries = 0; tries < 20; tries++) {
      await world().clock.advance(3_600_000)
      await world().merchant.sweep.runOnce()
    }
    const [line, ...more] = world().logged.filter((each) => each.includes('"event":"alert"'))
    if (!line || more.length > 0) throw new Error(`There are ${more.length + (line ? 1 : 0)} lines.`)
    return JSON.parse(line) as Record<string, string>
  }

  test('names the order, and the number and the page by which it is settled', async () => {
    const line = await giveUp()
    const { id } = await alert()
    expect(line).toMatchObject({ kind: 'webhook_given_up', alert: id, order: 'A-1001' })
    expect(line.message).toMatch(new RegExp(`^Alert ${id}: A webhook could not be processed\\.`))
    expect(line.message).toContain(
      ` See and settle it at shop.example/backoffice?alert=${id}, or at this path`,
    )
  })

  test.each([
    ['a back office', 'x'.repeat(24)],
    ['no back office', null],
  ])('has room for what to do and the address of the page, in a shop with %s', (_, backofficeToken) => {
    const messages: unknown[] = []
    const write = createEventLog((event) => messages.push(event.message))
    const publicUrl = 'https://checkout.a-shop-with-a-long-name.example/pay/'
    const names = { nameOf: () => 'BACKOFFICE_TOKEN', listed: () => '' }
    const log = withSettling(write, { publicUrl, backofficeToken, names })
    for (const kind of alertKinds) logAlert(log, { kind, number: 1_234_567, session: null, order: null })
    for (const [n, kind] of alertKinds.entries()) {
      expect(messages[n]).toContain(whatToDo[kind])
      expect(messages[n]).toContain(' checkout.a-shop-with-a-long-name.example/pay/backoffice?alert=1234567')
      expect(messages[n]).toMatch(/\.$/)
    }
  })

  test('says what to set when there is no page', async () => {
    await world().restart()
    const { message } = await giveUp()
    expect(message).toMatch(
      / To see and settle it, set BACKOFFICE_TOKEN and open shop\.example\/backoffice\?alert=\d+, or use merchant\.alerts in your program\.$/,
    )
  })
})

describe('an alert without a session', () => {
  test('has no money, and is noted', async () => {
    await raiseAlone()
    const { id, ...shown } = await alert()
    expect(shown).toEqual({
      kind: 'webhook_given_up',
      session: null,
      subject: 'A-9',
      amount: null,
      detail: 'payin x could not be fetched',
      what_to_do: expect.stringContaining('settle as noted'),
      settle_as: ['noted'],
      created_at: now().toISOString(),
      settled: null,
    })
    for (const as of ['accepted', 'refunded']) expect((await settle(id, as)).status).toBe(409)
    expect((await settle(id, 'noted')).status).toBe(200)
    expect(await settle(id, 'noted')).toMatchObject({ status: 200, body: { settled: { as: 'noted' } } })
    const { status, body } = await settle(id, 'refunded')
    expect([status, body.detail]).toEqual([409, expect.stringContaining('settled as noted')])
  })
})

test('an alert about money that fits can only be noted', async () => {
  await world().pay('A-1001')
  const payin = world().service.only()
  await world().move(payin, 'FAILED')
  await world().move(payin, 'COMPLETED')
  const { id, kind, settle_as } = await alert()
  expect([kind, settle_as]).toEqual(['late_complete', ['noted']])
  for (const as of ['accepted', 'refunded']) expect((await settle(id, as)).status).toBe(409)
  expect(await world().order('A-1001')).toBe('paid')
})

describe('a request to settle', () => {
  test.each<[string, object]>([
    ['/as', { by: 'mara' }],
    ['/as', { as: 'paid', by: 'mara' }],
    ['/by', { as: 'noted' }],
    ['/by', { as: 'noted', by: '  ' }],
    ['/by', { as: 'noted', by: 'x'.repeat(101) }],
    ['/by', { as: 'noted', by: 7 }],
    ['/by', { as: 'noted', by: 'mara\0' }],
    ['/note', { as: 'noted', by: 'mara', note: 'x'.repeat(1_001) }],
    ['/note', { as: 'noted', by: 'mara', note: '' }],
    ['/note', { as: 'noted', by: 'mara', note: 'half \ud800' }],
    ['/notes', { as: 'noted', by: 'mara@shop.example', notes: 'a wrong name' }],
  ])('with a mistake at %s gets a 422 with that pointer, and changes nothing', async (pointer, body) => {
    await raiseAlone()
    const { id } = await alert()
    const { status, body: problem } = await call(`alerts/${id}/settle`, body)
    expect([status, problem.errors]).toMatchObject([422, [{ pointer }]])
    expect((await alert()).settled).toBeNull()
  })

  test.each(['0', '-1', '1.5', 'abc', '1e3', '0x1', '2147483648', '99999999999999999999', 'NaN', '7'])(
    'of an alert that does not exist gets a 404: %s',
    async (id) => {
      const { status, body } = await call(`alerts/${id}/settle`, { as: 'noted', by: 'mara' })
      expect([status, body.detail]).toEqual([404, 'There is no such alert.'])
    },
  )

  test('whose number is written in another way than the list has it gets a 404', async () => {
    await raiseAlone()
    const { id } = await alert()
    for (const written of [`${id}.0`, `+${id}`, `0${id}`, `%20${id}`, `%3${id}`, `0x${id.toString(16)}`])
      expect([written, (await call(`alerts/${written}/settle`, { as: 'noted', by: 'mara' })).status]).toEqual(
        [written, 404],
      )
  })

  test('that is too long gets a 413', async () => {
    await raiseAlone()
    const { id } = await alert()
    expect((await settle(id, 'noted', { more: 'x'.repeat(20_000) })).status).toBe(413)
  })
})

describe('the payments of an order', () => {
  const payments = async (order = 'A-1001') =>
    (await paymentsOf(world().merchant.onOrder, order, world().clock.now())).own
  const states = async () =>
    (await payments()).map(({ outcome, review, canBePaid }) => [outcome, review, canBePaid])

  test('are those that the service accepted, the newest first, with what became of them', async () => {
    expect(await payments()).toEqual([])
    await world().pay('A-1001')
    const [first] = await payments()
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      kind: 'payin',
      status: 'CREATED',
      outcome: 'open',
      review: null,
      amount: { value: '49.90', currency: 'EUR' },
      canBePaid: true,
      createdAt: now(),
      expiresAt: new Date(world().clock.now() + 15 * 60_000),
    })
    world().service.nextCreate(422)
    await world().createSession('A-1001', undefined, { payment: { method: 'card' } })
    expect(await states()).toEqual([['open', null, true]])
    await world().clock.advance(1_000)
    await world().pay('A-1001', undefined, { payment: { method: 'card' } })
    expect(await states()).toEqual([
      ['open', null, true],
      ['open', null, true],
    ])
  })

  test('say that nothing can be paid any more, and why a person must look', async () => {
    await world().pay('A-1001')
    const payin = world().service.only()
    await world().move(payin, 'AUTHORIZED')
    expect(await states()).toEqual([['authorized', null, false]])
    await shop.price('60.00')
    await world().move(payin, 'COMPLETED')
    expect(await states()).toEqual([['authorized', 'amount_differs', false]])
    await settle((await alert()).id, 'refunded')
    expect(await states()).toEqual([['failed', null, false]])
  })

  test('remain when the order is gone', async () => {
    await world().pay('A-1001')
    await shop.delete()
    expect(await states()).toEqual([['open', null, true]])
    expect(await payments('no such order')).toEqual([])
  })
})
