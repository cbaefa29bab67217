// The id of a payout's session alone gives nobody its money: the recipient also needs a code.
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { backUp, restore } from '../../support/table-backup.ts'
import { useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()
const refund = { reference: 'refund-1', amount: { value: '49.90', currency: 'EUR' } }

const issue = async (body: object = refund): Promise<Session & { claim_code: string }> =>
  (await world().backoffice('payouts', body)).json()

async function claim(id: string, code?: unknown) {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', ...(code !== undefined && { headers, body: JSON.stringify({ code }) }) }
  const response = await world().app.request(`/checkout/sessions/${id}/link`, init)
  return { status: response.status, headers: response.headers, body: await response.json() }
}
const payouts = () => world().sandbox.service.payouts.list()
const setPayoutStatus = (status: string, id = payouts()[0]?.id) =>
  world().command(`payouts/${id}/status`, { status })

describe('the address of a payout’s page', () => {
  test('is given for the right code, and appears in no read, table or log', async () => {
    const { id, claim_code, redirect_url } = await issue()
    const { status, body } = await claim(id, claim_code)

    expect([redirect_url, status]).toEqual([null, 200])
    expect(body.redirect_url).toMatch(/^https:\/\/pay\.example\/payout\//)
    expect(await world().session(id)).toMatchObject({ outcome: 'open', redirect_url: null })
    const tables = ['sessions', 'payouts', 'webhook_events', 'alerts', 'outbox']
    const rows = await Promise.all(
      tables.map((table) => world().db.query(`select t::text as row from payin_checkout.${table} t`)),
    )
    expect(JSON.stringify(rows)).not.toContain('/payout/')
    expect(JSON.stringify(rows)).not.toContain(claim_code)
    expect(world().logged.join()).not.toContain(claim_code)
  })

  test.each([
    ['no code', undefined],
    ['an empty code', ''],
    ['null', null],
    ['a wrong code', 'AAAA-AAAA'],
    ['the session’s own id', 'cs_'],
  ])('is not given for %s', async (_, code) => {
    const { id } = await issue()
    expect(await claim(id, code)).toMatchObject({ status: 422, body: { errors: [{ pointer: '/code' }] } })
  })

  test.each([{ code: 5 }, { code: ['x'] }, { code: 'x'.repeat(41) }])(
    'is not given for %j',
    async ({ code }) => {
      const { id } = await issue()
      expect((await claim(id, code)).status).toBe(422)
    },
  )

  test('is given for the code as people type it', async () => {
    const { id, claim_code } = await issue()
    const typed = ` ${claim_code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `
    expect((await claim(id, typed)).status).toBe(200)
  })

  test('cannot be guessed: a session takes five wrong codes in 15 minutes, also when they come at the same time', async () => {
    const { id, claim_code } = await issue()
    const tries = await Promise.all(Array.from({ length: 20 }, (_, i) => claim(id, `AAAA-AA${i}`)))
    const statuses = tries.map(({ status }) => status)
    expect(statuses.filter((status) => status === 422)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
    expect(await claim(id, claim_code)).toMatchObject({ status: 429 })

    await world().clock.advance(15 * 60_000 + 1)

    expect((await claim(id, claim_code)).status).toBe(200)
  })

  test('is given again and again, because a right code does not count as a try', async () => {
    const { id, claim_code } = await issue()
    for (let i = 0; i < 8; i++) expect((await claim(id, claim_code)).status).toBe(200)
  })
})

describe('the code of an issued payout', () => {
  test('is the same after a restart, and still opens the page', async () => {
    const { id, claim_code } = await issue()
    await world().restart()
    expect(await (await world().backoffice('payouts/refund-1')).json()).toMatchObject({ claim_code })
    expect((await claim(id, claim_code)).status).toBe(200)
  })
})

describe('a payout whose first attempt', () => {
  async function twoPayouts() {
    const first = await issue()
    await setPayoutStatus('FAILED')
    const second = await issue({ ...refund, payment: { method: 'bank_account' } })
    const [newer, older] = payouts()
    return { first, second, newer, older }
  }

  test('completes late leaves the second without a page, and raises an alert to cancel it', async () => {
    const { second, older } = await twoPayouts()
    await world().clock.advance(3_000)
    await setPayoutStatus('COMPLETED', older?.id)

    expect((await claim(second.id, second.claim_code)).status).toBe(409)
    expect(await world().session(second.id)).toMatchObject({ order_outcome: 'complete', redirect_url: null })
    expect(await world().alerts()).toEqual(expect.arrayContaining(['late_complete', 'second_payment']))
  })

  test('completes without a webhook is noticed before the second can be claimed', async () => {
    const { second, older } = await twoPayouts()
    await world().fault({ fault: 'webhook_lost', count: 1 })
    await setPayoutStatus('COMPLETED', older?.id)

    expect((await claim(second.id, second.claim_code)).status).toBe(409)
  })

  test('is paid out late is the one that the back office reads', async () => {
    const { first, older } = await twoPayouts()
    await world().clock.advance(3_000)
    await setPayoutStatus('COMPLETED', older?.id)

    const response = await world().backoffice('payouts/refund-1')
    expect(await response.json()).toMatchObject({ id: first.id, outcome: 'complete', claim_code: null })
  })

  test('may have been paid out is checked before a second is issued', async () => {
    await issue()
    await setPayoutStatus('FAILED')
    await world().fault({ fault: 'webhook_lost', count: 1 })
    await setPayoutStatus('PROCESSING')

    await issue({ ...refund, payment: { method: 'bank_account' } })

    expect(payouts()).toHaveLength(1)
  })
})

test('a payout that a restored database has lost is found by its reference, and not issued again', async () => {
  const backup = await backUp(world().db)
  const { id, claim_code } = await issue()
  await restore(world().db, backup)

  expect(await (await world().backoffice('payouts/refund-1')).json()).toMatchObject({
    id,
    outcome: 'open',
    claim_code,
  })
  expect((await claim(id, claim_code)).status).toBe(200)
  expect(await issue()).toMatchObject({ id })
  expect(payouts()).toHaveLength(1)
  expect((await world().backoffice('payouts/other')).status).toBe(404)
})

test('a payout that has failed is looked up by its reference when a restored database may have lost a later one', async () => {
  await issue()
  await setPayoutStatus('FAILED')
  await world().sweepNow()
  const backup = await backUp(world().db)
  const { id } = await issue({ ...refund, payment: { method: 'bank_account' } })
  await world().fault({ fault: 'webhook_lost', count: 1 })
  await setPayoutStatus('COMPLETED')
  await restore(world().db, backup)

  expect(await (await world().backoffice('payouts/refund-1')).json()).toMatchObject({
    id,
    outcome: 'complete',
  })
})

describe('a payout that the service refuses', () => {
  test('can be corrected under the same reference', async () => {
    world().refuse('POST /api/v2/payouts', ['/amount/value'])
    const ask = (value: string) =>
      world().backoffice('payouts', { ...refund, amount: { value, currency: 'EUR' } })
    const first = await ask('999999.00')
    expect([first.status, await first.json()]).toMatchObject([
      422,
      { errors: [{ pointer: '/amount/value' }] },
    ])

    expect((await ask('49.90')).status).toBe(201)
    expect((await ask('49.91')).status).toBe(422)
    expect(payouts()).toHaveLength(1)
  })

  test.each([
    ['a plain pointer', '/payment/iban'],
    ['RFC 9457’s own form', '#/payment/iban'],
  ])('names the refused field when the service sends %s', async (_, pointer) => {
    world().refuse('POST /api/v2/payouts', [pointer])
    const response = await world().backoffice('payouts', refund)
    expect([response.status, await response.json()]).toMatchObject([
      422,
      { errors: [{ pointer: '/payment/iban' }] },
    ])
  })
})
