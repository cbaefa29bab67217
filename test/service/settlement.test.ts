// payments-v2 "settlement": where the merchant is paid.
import { describe, expect, it } from 'vitest'
import { pointersOf, runService, unknownId } from './support.ts'

const service = runService()
const iban = 'DE89370400440532013000'
const address = '0x7a6f5c1d2b3e4f50617283949a5b6c7d8e9fa0b1'

describe('settlement.method', () => {
  it('is service_balance, bank_account or crypto_transfer', async () => {
    for (const settlement of [
      { method: 'service_balance' },
      { method: 'bank_account', iban },
      { method: 'crypto_transfer', address, network: 'polygon' },
    ]) {
      expect((await service.createPayin({ settlement })).settlement).toEqual(settlement)
    }
    for (const method of ['card', 'service_wallet', '', null]) {
      expect(pointersOf(await service.tryPayin({ settlement: { method } }))).toEqual(['/settlement/method'])
    }
  })

  it('takes no extra field of service_balance into account', async () => {
    const { settlement } = await service.createPayin({ settlement: { method: 'service_balance', iban } })
    expect(settlement).toEqual({ method: 'service_balance' })
  })

  it('takes the payout details of a bank account', async () => {
    const both = { method: 'bank_account', iban, instrument_id: unknownId }
    expect((await service.tryPayin({ settlement: both })).status).toBe(422)
    const unknown = { settlement: { method: 'bank_account', instrument_id: unknownId } }
    expect(pointersOf(await service.tryPayin(unknown))).toEqual(['/settlement/instrument_id'])
    const wrong = { settlement: { method: 'bank_account', iban: 'DE00' } }
    expect(pointersOf(await service.tryPayin(wrong))).toEqual(['/settlement/iban'])
  })

  it('takes the payout details of a crypto transfer', async () => {
    const none = { settlement: { method: 'crypto_transfer' } }
    expect(pointersOf(await service.tryPayin(none))).toEqual(['/settlement/address', '/settlement/network'])
    const other = { settlement: { method: 'crypto_transfer', address, network: 'ethereum' } }
    expect(pointersOf(await service.tryPayin(other))).toEqual(['/settlement/network'])
  })
})
