// payments-v2 "States and transitions". The document does not show the transitions, so this proves that every state can
// be reached and is returned by the read endpoints.
import { describe, expect, it } from 'vitest'
import { claimToIban, payByCard } from './payer.ts'
import { runService, settleDelayMs } from './support.ts'

const service = runService()
const euros = (value: string) => ({ amount: { value, currency: 'EUR' } })

describe('a payin', () => {
  it('is CREATED, INITIATED, AUTHORIZED, SETTLED and COMPLETED as it is paid', async () => {
    const { id, redirect_url, status } = await service.createPayin(euros('66.11'))
    const seen: string[] = [status]
    await service.visitor().open(redirect_url)
    seen.push((await service.readPayin(id)).status)
    await payByCard(service.visitor(), redirect_url)
    seen.push((await service.readPayin(id)).status)
    for (const _ of ['SETTLED', 'COMPLETED']) {
      await service.advance(settleDelayMs)
      seen.push((await service.readPayin(id)).status)
    }
    expect(seen).toEqual(['CREATED', 'INITIATED', 'AUTHORIZED', 'SETTLED', 'COMPLETED'])
  })

  it('can be DISPUTED, FAILED and EXPIRED', async () => {
    const disputed = await service.createPayin(euros('66.13'))
    await payByCard(service.visitor(), disputed.redirect_url)
    const failed = await service.createPayin()
    await payByCard(service.visitor(), failed.redirect_url, '4000000000000002')
    const expired = await service.createPayin()
    await service.advance(31 * 60_000)
    const statuses = [disputed, failed, expired].map(async ({ id }) => (await service.readPayin(id)).status)
    expect(await Promise.all(statuses)).toEqual(['DISPUTED', 'FAILED', 'EXPIRED'])
  })

  it('has no other status', async () => {
    const { id } = await service.createPayin()
    for (const status of ['PAID', 'PROCESSING', 'created', '']) {
      await expect(service.move('payins', id, { status })).rejects.toThrow('422')
    }
    expect((await service.readPayin(id)).status).toBe('CREATED')
  })
})

describe('a payout', () => {
  it('is CREATED, INITIATED, PROCESSING and COMPLETED as it is claimed', async () => {
    const { id, redirect_url, status } = await service.createPayout()
    const seen: string[] = [status]
    await service.visitor().open(redirect_url)
    seen.push((await service.readPayout(id)).status)
    await claimToIban(service.visitor(), redirect_url, 'DE89370400440532013000')
    seen.push((await service.readPayout(id)).status)
    await service.advance(settleDelayMs)
    seen.push((await service.readPayout(id)).status)
    expect(seen).toEqual(['CREATED', 'INITIATED', 'PROCESSING', 'COMPLETED'])
  })

  it('can be FAILED and EXPIRED', async () => {
    const failed = await service.createPayout(euros('66.01'))
    await claimToIban(service.visitor(), failed.redirect_url, 'DE89370400440532013000')
    const expired = await service.createPayout()
    await service.advance(25 * 60 * 60_000)
    expect((await service.readPayout(failed.id)).status).toBe('FAILED')
    expect((await service.readPayout(expired.id)).status).toBe('EXPIRED')
  })

  it('has no other status', async () => {
    const { id } = await service.createPayout()
    for (const status of ['AUTHORIZED', 'SETTLED', 'DISPUTED', 'PAID']) {
      await expect(service.move('payouts', id, { status })).rejects.toThrow('422')
    }
    expect((await service.readPayout(id)).status).toBe('CREATED')
  })
})
