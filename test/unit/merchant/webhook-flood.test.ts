// Anybody who has the address of an unsigned webhook can send any number. The real one among them must still be found.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { isLongRun } from '../../support/long-run.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const read = 'GET /transaction/'
const onRamp = () => world().sandbox.service.onRamps.list()[0]?.uuid ?? ''
const event = (transactionId: string) => ({
  eventType: 'merchant_on_ramp_success',
  transactionId,
  amount: 49.9,
})
let address = ''

const post = async (body: object) => {
  const { status } = await world().app.request(address, { method: 'POST', body: JSON.stringify(body) })
  await world().merchant.background.idle()
  return status
}
const round = async () => {
  await world().clock.advance(2_000)
  await world().merchant.sweep.runOnce()
}
const named = () => world().db.query('select from payin_checkout.webhook_events where processed_at is null')

/** An on-ramp is paid, and its webhook is on the way. */
beforeEach(async () => {
  await world().pay('A-1001', randomUUID(), { kind: 'on_ramp' })
  const sent = world().sent.findLast(({ body }) => body?.includes('webhookUrl'))
  address = new URL(JSON.parse(sent?.body ?? '{}').webhookUrl).pathname
  await world().fault({ fault: 'webhook_lost', count: 1 })
  const state = { paymentStatus: 'COMPLETED', bankDepositStatus: 'SUCCESS' }
  await world().command(`transactions/${onRamp()}/status`, state)
  world().calls()
})

/** A quarter of an hour of them in the long run, and two minutes else. */
const invented = isLongRun ? 2_000 : 300

describe('the webhook of a paid on-ramp', () => {
  test('pays its order although many invented ones come before and after it, at one read in two seconds', async () => {
    const beganAt = world().clock.now()
    const statuses = new Set<number>()
    for (let n = 0; n <= invented; n++) {
      statuses.add(await post(event(n === invented * 0.9 ? onRamp() : randomUUID())))
      if (n % 4 === 3) await round()
    }
    for (let rounds = 0; rounds < 300 && (await world().order('A-1001')) !== 'paid'; rounds++) await round()

    expect([[...statuses], await world().order('A-1001')]).toEqual([[200], 'paid'])
    const reads = world()
      .calls()
      .filter((call) => call === read)
    expect(reads.length).toBeLessThanOrEqual(1 + (world().clock.now() - beganAt) / 2_000)
  }, 600_000)

  test('is read before all others when it is named again', async () => {
    const invented = async (count: number) => {
      for (let n = 0; n < count; n++) await post(event(randomUUID()))
    }
    await invented(12)
    await post(event(onRamp()))
    await invented(20)
    await post({ ...event(onRamp().toUpperCase()), again: true })
    await invented(20)
    for (let rounds = 0; rounds < 2; rounds++) await round()

    expect(await world().order('A-1001')).toBe('paid')
  })
})

test('the same transaction is stored once, whatever else its webhooks hold', async () => {
  const id = randomUUID()
  for (let n = 0; n < 5; n++) await post({ ...event(id), n })
  expect(await named()).toHaveLength(1)
})

test('a session keeps 5000 named transactions, and drops those first that were named once, and longest ago', async () => {
  const [row] = await world().db.query<{ id: string }>('select id from payin_checkout.sessions')
  await world().db.query(
    `insert into payin_checkout.webhook_events (hash, kind, service_id, session, received_at, next_try_at, named)
     select n::text, 'on_ramp', n::text, $1, $2::timestamptz + n * interval '1 ms', $2, case n when 1 then 2 else 1 end
     from generate_series(1, 5000) n`,
    [row?.id, new Date(world().clock.now() - 60_000)],
  )
  await post(event(randomUUID()))
  const left = await world().db.query<{ hash: string }>(
    `select hash from payin_checkout.webhook_events where hash in ('1', '2', '3') order by hash`,
  )
  expect([left.map(({ hash }) => hash), (await named()).length]).toEqual([['1', '3'], 5_000])
})

test('an invented transaction is read twice, a minute apart, and one alert is raised for all of them', async () => {
  for (let n = 0; n < 3; n++) await post(event(randomUUID()))
  for (let rounds = 0; rounds < 60; rounds++) await round()
  expect(
    world()
      .calls()
      .filter((call) => call === read),
  ).toHaveLength(6)
  expect([await named(), await world().alerts()]).toEqual([[], ['webhook_given_up']])
})
