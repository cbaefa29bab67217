// A simulated shopper without a browser sends the same forms as one with a browser, and reaches the same result.
import type { Claiming, Paying } from 'payin-checkout/testing'
import { describe, expect, it } from 'vitest'
import { parseHostedAddress } from '../../../src/testing/shopper/hosted-address.ts'
import {
  call,
  createBankTransfer,
  createOnRampLink,
  createPayin,
  createPayout,
  openSandbox,
} from './merchant-under-test.ts'

const paid: Paying[] = [
  { with: 'card' },
  { with: '3-D Secure' },
  { with: 'bank' },
  { with: 'wallet' },
  { with: 'crypto' },
  { with: 'google pay' },
  { with: 'apple pay' },
]
const refused: Paying[] = [
  ...(
    [
      'INSUFFICIENT_FUNDS',
      'DECLINED_BY_ISSUER',
      'INSTRUMENT_INVALID',
      'INSTRUMENT_BLOCKED',
      'RISK_REJECTED',
      'PROVIDER_ERROR',
      'OTHER',
    ] as const
  ).map((refused) => ({ with: 'card', refused }) as const),
  { with: '3-D Secure', refused: 'AUTHORIZATION_FAILED' },
  ...(
    ['AUTHORIZATION_FAILED', 'DECLINED_BY_ISSUER', 'INSUFFICIENT_FUNDS', 'INSTRUMENT_BLOCKED'] as const
  ).map((refused) => ({ with: 'bank', refused }) as const),
  { with: 'wallet', refused: 'INSUFFICIENT_FUNDS' },
]

describe('a payin', () => {
  it.each(paid)('is paid: %j', async (how) => {
    const sandbox = await openSandbox({ settleDelayMs: 60_000 })
    const { id } = await createPayin(sandbox)
    await sandbox.pay('A-1001', how)
    expect(await sandbox.payment(id)).toMatchObject({ status: 'AUTHORIZED', statusDetails: null })
    await sandbox.advance('1 min')
    expect((await sandbox.payment(id)).status).toBe('COMPLETED')
  })

  it.each(refused)('is refused: %j', async (how) => {
    const sandbox = await openSandbox()
    await createPayin(sandbox)
    await sandbox.pay('A-1001', how)
    expect(await sandbox.payment('A-1001')).toMatchObject({ status: 'FAILED', statusDetails: how.refused })
  })

  it.each([
    ['cancel', 'FAILED', 'DECLINED_BY_PAYER'],
    ['decline', 'FAILED', 'DECLINED_BY_ISSUER'],
    ['expire', 'EXPIRED', null],
  ] as const)('ends: %s', async (way, status, statusDetails) => {
    const sandbox = await openSandbox()
    const { redirect_url } = await createPayin(sandbox)
    await sandbox.pay(redirect_url, { with: way })
    expect(await sandbox.payment('A-1001')).toMatchObject({ status, statusDetails })
  })

  it('is paid only by the method that the merchant has set', async () => {
    const sandbox = await openSandbox({ settleDelayMs: 60_000 })
    await createPayin(sandbox, { payment: { method: 'card' } })
    await expect(sandbox.pay('A-1001', { with: 'bank' })).rejects.toThrow(
      'Cannot pay with "bank" here: the page "Pay €49.90 · Tidewell" (/pay/…) has no control for it.',
    )
    await sandbox.pay('A-1001', { with: 'card' })
    expect((await sandbox.payment('A-1001')).status).toBe('AUTHORIZED')
  })

  it('is paid although a fault has changed its link', async () => {
    const sandbox = await openSandbox({ settleDelayMs: 60_000 })
    await sandbox.fault('hostile_redirect_url')
    await createPayin(sandbox)
    await sandbox.pay('A-1001', { with: 'card' })
    expect((await sandbox.payment('A-1001')).status).toBe('AUTHORIZED')
  })

  it('that has ended gives an error that names the page', async () => {
    const sandbox = await openSandbox()
    const { id } = await createPayin(sandbox)
    await sandbox.setStatus(id, 'EXPIRED')
    await expect(sandbox.pay(id, { with: 'card' })).rejects.toThrow(/"This payment has expired · Tidewell"/)
    await expect(sandbox.pay(id, { with: 'expire' })).rejects.toThrow(
      /Only a payment that can still be paid can expire/,
    )
  })

  it('whose card number is invalid does not count as paid', async () => {
    const sandbox = await openSandbox()
    for (let year = 0; year < 20; year++) await sandbox.advance('366 d')
    await createPayin(sandbox)
    await expect(sandbox.pay('A-1001', { with: 'card' })).rejects.toThrow(/Please check: .* answered 422/)
  })
})

describe('a payout', () => {
  it.each([
    ['bank account', 'PROCESSING'],
    ['crypto wallet', 'PROCESSING'],
    ['wallet', 'PROCESSING'],
    ['decline', 'FAILED'],
    ['expire', 'EXPIRED'],
  ] as [Claiming['to'], string][])('is claimed: %s', async (to, status) => {
    const sandbox = await openSandbox({ settleDelayMs: 60_000 })
    const { id } = await createPayout(sandbox)
    await sandbox.claim(id, { to })
    expect((await sandbox.payment(id)).status).toBe(status)
  })

  it('is claimed to the account that the merchant has set', async () => {
    const sandbox = await openSandbox({ settleDelayMs: 60_000 })
    const { id } = await createPayout(sandbox, {
      payment: { method: 'bank_account', iban: 'DE89370400440532013000' },
    })
    await sandbox.claim(id, { to: 'bank account' })
    expect((await sandbox.payment(id)).status).toBe('PROCESSING')
  })

  it('cannot be paid, and a payin cannot be claimed', async () => {
    const sandbox = await openSandbox()
    const [payin, payout] = [await createPayin(sandbox), await createPayout(sandbox)]
    await expect(sandbox.pay(payout, { with: 'card' })).rejects.toThrow(/does not offer it/)
    await expect(sandbox.claim(payin, { to: 'wallet' })).rejects.toThrow(/does not offer it/)
  })
})

describe('a bank transfer and an on-ramp', () => {
  it.each([
    [{ with: 'bank' }, 'AUTHORIZED', 'PROCESSING'],
    [{ with: 'bank', refused: 'INSTRUMENT_BLOCKED' }, 'FAILED_INTENT', 'FAILED_INTENT'],
    [{ with: 'cancel' }, 'FAILED_INTENT', 'FAILED_INTENT'],
  ] as [Paying, string, string][])('are paid: %j', async (how, transferStatus, onRampStatus) => {
    const sandbox = await openSandbox({ settleDelayMs: 60_000 })
    const transactionId = await createBankTransfer(sandbox)
    await expect(sandbox.pay(transactionId, how)).rejects.toThrow(/has no link yet/)
    await call(sandbox, '/transaction/generatePaymentLink', { transactionId })
    await sandbox.pay(transactionId, how)
    expect((await sandbox.payment(transactionId)).status).toBe(transferStatus)

    const link = await createOnRampLink(sandbox)
    const { id } = await sandbox.payment(link)
    await sandbox.pay(link, how)
    expect((await sandbox.payment(id)).status).toBe(onRampStatus)
  })

  it('expire only if the service supports it', async () => {
    const sandbox = await openSandbox()
    const transactionId = await createBankTransfer(sandbox)
    await expect(sandbox.pay(transactionId, { with: 'expire' })).rejects.toThrow('cannot expire')
    const link = await createOnRampLink(sandbox)
    await sandbox.pay(link, { with: 'expire' })
    expect((await sandbox.payment(link)).depositStatus).toBe('FAILED')
  })
})

describe('a place', () => {
  it.each([
    ['http://127.0.0.1:4100/pay/abc', 'pay', '/pay/abc', ''],
    ['http://localhost/pay/abc/pay?x=1', 'pay', '/pay/abc', ''],
    ['http://localhost/pay/abc/bank/login', 'pay', '/pay/abc', '/bank/login'],
    ['http://localhost/on-ramp/abc', 'on-ramp', '/on-ramp/abc', ''],
    ['http://localhost/on-ramp/session/abc/bank', 'on-ramp', '/on-ramp/session/abc', '/bank'],
  ])('is read from %s', (address, flow, path, step) => {
    expect(parseHostedAddress(address)).toEqual({ flow, path, step })
  })

  it.each([
    'about:blank',
    '',
    'A-1001',
    'http://localhost/payment/abc',
    'http://localhost/pay/',
    'http://localhost/',
  ])('is none for "%s"', (address) => expect(parseHostedAddress(address)).toBeUndefined())
})
