// legacy-transactions, the merchant on-ramp: its body, its link and session, its two states.
import { describe, expect, it } from 'vitest'
import { pointersOf, runService, settleDelayMs, uuid } from './support.ts'
import { legacyOf } from './transactions.ts'

const service = runService()
const { tryOnRamp, createOnRamp, readOnRamp, payAtSomeBank } = legacyOf(service)
const minute = 60_000

async function refuses(field: string, values: readonly unknown[]) {
  for (const value of values) {
    expect(pointersOf(await tryOnRamp({ [field]: value })), `${field} ${value}`).toEqual([`/${field}`])
  }
}

describe('generate-link', () => {
  it('answers with hostedLink and expiresAt, a time in ISO 8601', async () => {
    const { status, body } = await tryOnRamp({})
    expect([status, Object.keys(body).sort()]).toEqual([200, ['expiresAt', 'hostedLink']])
    expect(new Date(body.expiresAt).toISOString()).toBe(body.expiresAt)
    expect(new URL(body.hostedLink).origin).toBe(service.origin())
  })

  it('takes an amount as a number from 5 to 5000', async () => {
    for (const amount of [5, 5.01, 50, 4999.99, 5000]) expect((await tryOnRamp({ amount })).status).toBe(200)
    await refuses('amount', [4.99, 0, -5, 5000.01, 1e9, '50', null, true])
  })

  it('takes all other fields as strings', async () => {
    const given = {
      names: 'Łucja O’Neill',
      userId: '7',
      userEmail: 'l@example.test',
      userAddress1: 'Am Markt 1',
      userIpAddress: '203.0.113.7',
      webhookUrl: service.merchant.inbox('merchantOnRampSuccess').url,
      webhookPayload: 'p'.repeat(300),
      revision: 'r'.repeat(300),
      hostedRedirectUrl: 'https://shop.example/on-ramp-done',
    }
    const { id } = await createOnRamp(given)
    expect((await readOnRamp(id)).names).toBe('Łucja O’Neill')
    for (const field of Object.keys(given)) await refuses(field, [1, null, {}])
  })
})

describe('an on-ramp', () => {
  it('is read as a MerchantOnRampTransfer with what onboarding fixed', async () => {
    const { id, hostedLink } = await createOnRamp()
    expect(id).toMatch(uuid)
    expect(await readOnRamp(id)).toEqual({
      uuid: id,
      type: 'MerchantOnRampTransfer',
      currency: 'EUR',
      paymentStatus: 'INTENT',
      names: 'Mara Lind',
      chainId: expect.any(Number),
      address: expect.stringMatching(/^0x[0-9a-f]{40}$/i),
      cryptoCurrency: expect.stringMatching(/^[A-Z]+$/),
      paymentLink: hostedLink,
      bankDepositStatus: 'PENDING',
      createdAt: expect.stringMatching(/\.\d{3}Z$/),
      lastUpdated: expect.stringMatching(/\.\d{3}Z$/),
    })
  })

  it('takes no currency, network or address from the request', async () => {
    const target = { currency: 'USD', cryptoCurrency: 'BTC', chainId: 1, address: '0x1' }
    const [mine, plain] = [await createOnRamp(target), await createOnRamp()]
    const { currency, cryptoCurrency, chainId, address } = await readOnRamp(plain.id)
    expect(await readOnRamp(mine.id)).toMatchObject({ currency, cryptoCurrency, chainId, address })
  })

  it('is INTENT, STARTED, PROCESSING and COMPLETED, its deposit PENDING and then SUCCESS', async () => {
    const { id, hostedLink } = await createOnRamp()
    const seen: string[] = []
    const look = async () => {
      const { paymentStatus, bankDepositStatus } = await readOnRamp(id)
      seen.push(`${paymentStatus} ${bankDepositStatus}`)
    }
    await look()
    const session = await service.visitor().open(hostedLink)
    const list = await service.visitor().open(`${session.url}/bank`)
    const [, bank_id = ''] = /name="bank_id" value="([^"]+)"/.exec(list.html) ?? []
    const login = await list.submit('/bank', { bank_id })
    await look()
    const confirm = await login.submit('/bank/login', { 'user-name': 'mara', password: 'x' })
    await confirm.submit('/bank/confirm', { decision: 'authorise' })
    await look()
    for (const _ of ['deposit', 'payout']) {
      await service.advance(settleDelayMs)
      await look()
    }
    expect(seen).toEqual([
      'INTENT PENDING',
      'STARTED PENDING',
      'PROCESSING PENDING',
      'PROCESSING SUCCESS',
      'COMPLETED SUCCESS',
    ])
  })

  it('is FAILED_INTENT when the bank or the user refuses', async () => {
    const [refused, cancelled] = [await createOnRamp(), await createOnRamp()]
    await payAtSomeBank(service.visitor(), refused.hostedLink, 'refused')
    await (await service.visitor().open(cancelled.hostedLink)).submit('/cancel')
    for (const { id } of [refused, cancelled]) {
      expect((await readOnRamp(id)).paymentStatus).toBe('FAILED_INTENT')
    }
  })

  it('can have a FAILED deposit', async () => {
    const { id, hostedLink } = await createOnRamp({ amount: 66.14 })
    await payAtSomeBank(service.visitor(), hostedLink)
    await service.advance(settleDelayMs)
    expect((await readOnRamp(id)).bankDepositStatus).toBe('FAILED')
  })

  it('has no states but those of the document', async () => {
    const { id } = await createOnRamp()
    for (const state of [{ paymentStatus: 'AUTHORIZED' }, { bankDepositStatus: 'LATE' }]) {
      await expect(service.move('transactions', id, state)).rejects.toThrow('422')
    }
    for (const paymentStatus of ['INTENT', 'STARTED', 'FAILED_INTENT', 'PROCESSING', 'COMPLETED']) {
      await service.move('transactions', id, { paymentStatus })
      expect((await readOnRamp(id)).paymentStatus).toBe(paymentStatus)
    }
  })

  it('takes the user back to hostedRedirectUrl', async () => {
    const hostedRedirectUrl = 'https://shop.example/on-ramp-done'
    const { hostedLink } = await createOnRamp({ hostedRedirectUrl })
    const end = await payAtSomeBank(service.visitor(), hostedLink)
    expect(end.html).toContain(`href="${hostedRedirectUrl}"`)
  })
})

describe('the link', () => {
  it('works once', async () => {
    const { hostedLink } = await createOnRamp()
    const session = await service.visitor().open(hostedLink)
    expect(session.status).toBe(200)
    expect((await service.visitor().open(hostedLink)).status).toBe(410)
    expect((await service.visitor().open(session.url)).status).toBe(200)
  })

  it('works for 2 minutes', async () => {
    const [soon, late] = [await createOnRamp(), await createOnRamp()]
    await service.advance(2 * minute - 10_000)
    expect((await service.visitor().open(soon.hostedLink)).status).toBe(200)
    await service.advance(10_000)
    expect((await service.visitor().open(late.hostedLink)).status).toBe(410)
  })
})

describe('the session', () => {
  it('lasts for 15 minutes after the link was made', async () => {
    const [soon, late] = [await createOnRamp(), await createOnRamp()]
    const [, expiresAt] = [soon, Date.parse(late.expiresAt)]
    const [one, two] = [
      await service.visitor().open(soon.hostedLink),
      await service.visitor().open(late.hostedLink),
    ]
    expect(expiresAt - Date.parse((await readOnRamp(late.id)).createdAt)).toBe(15 * minute)
    await service.advance(15 * minute - 10_000)
    await payAtSomeBank(service.visitor(), one.url)
    expect((await readOnRamp(soon.id)).paymentStatus).toBe('PROCESSING')
    await service.advance(10_000)
    await expect(payAtSomeBank(service.visitor(), two.url)).rejects.toThrow()
    expect(await readOnRamp(late.id)).toMatchObject({ paymentStatus: 'INTENT', bankDepositStatus: 'FAILED' })
  })

  it('that ends while the user is at the bank accepts no payment', async () => {
    const { id, hostedLink } = await createOnRamp()
    const session = await service.visitor().open(hostedLink)
    const list = await service.visitor().open(`${session.url}/bank`)
    const [, bank_id = ''] = /name="bank_id" value="([^"]+)"/.exec(list.html) ?? []
    const login = await list.submit('/bank', { bank_id })
    const confirm = await login.submit('/bank/login', { 'user-name': 'mara', password: 'x' })
    await service.advance(15 * minute)
    await confirm.submit('/bank/confirm', { decision: 'authorise' })
    expect(await readOnRamp(id)).toMatchObject({ paymentStatus: 'STARTED', bankDepositStatus: 'FAILED' })
  })
})
