import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const world = useWorld()

const id = '7a0c8a8e-0000-4000-8000-000000000001'
const iban = 'DE89370400440532013000'

const choose = (payment: unknown, key = randomUUID()) => world().createSession('A-1001', key, { payment })

async function problemOf(response: Response) {
  const { errors } = (await response.json()) as { errors?: { pointer: string; detail: string }[] }
  return { status: response.status, pointers: errors?.map(({ pointer }) => pointer), errors }
}

describe('a choice of how to pay', () => {
  test.each([
    { method: 'card' },
    { method: 'google_pay' },
    { method: 'apple_pay' },
    { method: 'crypto_transfer' },
    { method: 'service_wallet' },
    { method: 'service_wallet', email: 'ada@wallet.example' },
    { method: 'bank_account' },
    { method: 'bank_account', bank_id: id },
    { method: 'bank_account', iban },
    { method: 'bank_account', iban: 'NO9386011117947' },
    { method: 'bank_account', iban: 'MT84MALT011000012345MTLCAST001S' },
    { method: 'bank_account', instrument_id: id },
  ])('%j goes to the service unchanged', async (payment) => {
    expect((await choose(payment)).status).toBe(201)
    expect(world().service.only().payment).toEqual(payment)
  })

  test.each<[unknown, string]>([
    ['card', '/payment'],
    [{}, '/payment/method'],
    [{ method: 'cash' }, '/payment/method'],
    [{ method: 'card', email: 'ada@wallet.example' }, '/payment/email'],
    [{ method: 'card', bank_id: id }, '/payment/bank_id'],
    [{ method: 'service_wallet', email: 'ada' }, '/payment/email'],
    [{ method: 'service_wallet', email: `${'a'.repeat(250)}@b.example` }, '/payment/email'],
    [{ method: 'bank_account', bank_id: 'b1' }, '/payment/bank_id'],
    [{ method: 'bank_account', instrument_id: '' }, '/payment/instrument_id'],
    [{ method: 'bank_account', iban: 'DE89370400440532013001' }, '/payment/iban'],
    [{ method: 'bank_account', iban: 'DE89 3704 0044 0532 0130 00' }, '/payment/iban'],
    [{ method: 'bank_account', iban: iban.toLowerCase() }, '/payment/iban'],
    [{ method: 'bank_account', iban, instrument_id: id }, '/payment'],
    [{ method: 'bank_account', bank_id: id, instrument_id: id }, '/payment'],
  ])('%j gets a 422 with a pointer to %s, and makes no payin', async (payment, pointer) => {
    expect(await problemOf(await choose(payment))).toMatchObject({ status: 422, pointers: [pointer] })
    expect(world().service.calls).toEqual([])
  })
})

describe('a choice that the service refuses', () => {
  const saved = { method: 'bank_account', instrument_id: id }

  test('gets a 422 with its pointer and a sentence of ours, also when the create request is repeated', async () => {
    const { service, logged } = world()
    const key = randomUUID()
    service.nextCreate({ pointers: ['/payment/instrument_id'] })
    const first = await problemOf(await choose(saved, key))
    expect(first).toMatchObject({ status: 422, pointers: ['/payment/instrument_id'] })
    expect(first.errors?.[0]?.detail).toMatch(/saved account/)
    expect(await problemOf(await choose(saved, key))).toEqual(first)
    expect(service.creates()).toHaveLength(1)
    expect(logged.join()).toContain('/payment/instrument_id')
  })

  test('leaves the order free for another choice', async () => {
    const { service } = world()
    service.nextCreate({ pointers: ['/payment/bank_id'] })
    expect((await choose({ method: 'bank_account', bank_id: id })).status).toBe(422)
    expect((await choose({ method: 'card' })).status).toBe(201)
    expect(service.only().payment).toEqual({ method: 'card' })
  })

  test('gets a 500 when the shop’s own part of the request is wrong, because another choice cannot help', async () => {
    const { service } = world()
    service.nextCreate({ pointers: ['/payment/bank_id', '/payer/email'] }, { pointers: [] })
    const first = await choose(saved)
    expect([first.status, (await first.text()).includes('payer')]).toEqual([500, false])
    expect((await choose({ method: 'card' })).status).toBe(500)
  })

  test('gets a 500 when nothing was chosen, because nobody can choose otherwise', async () => {
    world().service.nextCreate({ pointers: ['/payment'] })
    expect((await world().createSession('A-1001')).status).toBe(500)
  })

  test('gets the same answer after a restart', async () => {
    const { service, restart } = world()
    const key = randomUUID()
    service.nextCreate({ pointers: ['/payment/iban'] })
    const first = await problemOf(await choose({ method: 'bank_account', iban }, key))
    await restart()
    expect(await problemOf(await choose({ method: 'bank_account', iban }, key))).toEqual(first)
    expect(first).toMatchObject({ status: 422, pointers: ['/payment/iban'] })
  })
})
