import type { Transaction } from 'payin-checkout/server'
import { expect, test } from 'vitest'
import { failureOf, json, scriptedClient } from './scripted-client.ts'

const shared = {
  uuid: 't1',
  currency: 'EUR',
  names: 'Ada Byron',
  createdAt: '2026-11-20T12:00:00.000Z',
  lastUpdated: '2026-11-20T12:01:00.000Z',
}

async function read(answer: unknown): Promise<Transaction> {
  return scriptedClient([json(200, answer)]).client.transactions.get('t1')
}

test('every field of a bank transfer is parsed', async () => {
  const transfer = {
    ...shared,
    type: 'BankTransfer',
    paymentStatus: 'AUTHORIZED',
    amount: '49.90',
    userId: 'shop1001',
    userAddress1: '1 High Street',
    userIpAddress: '203.0.113.7',
    userPassedKyc: true,
    userPassedAml: false,
    addressPassedKyt: false,
    payerBankAccount: { iban: 'MT84…', holderNames: 'Ada Byron', bank: 'First Bank' },
    revision: 'r1',
    callbackChromeUrl: 'https://shop.example/c',
    callbackSafariUrl: 'https://shop.example/s',
    webhookUrl: 'https://shop.example/hooks/x',
    webhookPayload: 'A-1001',
  }
  expect(await read(transfer)).toEqual(transfer)
})

test('every field of an on-ramp is parsed, and unknown fields are kept', async () => {
  const onRamp = {
    ...shared,
    type: 'MerchantOnRampTransfer',
    paymentStatus: 'PROCESSING',
    bankDepositStatus: 'SUCCESS',
    chainId: 137,
    address: '0xabc',
    cryptoCurrency: 'USDC',
    paymentLink: 'https://pay.example/x',
    rate: '1.08',
  }
  expect(await read(onRamp)).toEqual(onRamp)
})

test('a missing or malformed field is null, so that one field never spoils the answer', async () => {
  const bare = { uuid: 't1', type: 'BankTransfer', paymentStatus: 'INTENT', amount: {}, userPassedKyc: 'yes' }
  expect(await read(bare)).toMatchObject({
    amount: null,
    userPassedKyc: null,
    payerBankAccount: null,
    names: null,
  })
  const onRamp = { uuid: 't1', type: 'MerchantOnRampTransfer', paymentStatus: 'INTENT', chainId: '137' }
  expect(await read(onRamp)).toMatchObject({ chainId: null, bankDepositStatus: null })
})

test('an amount that arrives as a number keeps its decimals', async () => {
  const transfer = { ...shared, type: 'BankTransfer', paymentStatus: 'INTENT', amount: 49.9 }
  expect(await read(transfer)).toMatchObject({ amount: '49.9' })
})

test('an unknown type or status is kept', async () => {
  const other = { ...shared, type: 'Refund', paymentStatus: 'THAWED', of: 't0' }
  expect(await read(other)).toEqual(other)
})

test.each(['uuid', 'type', 'paymentStatus'])('an answer without %s is not a transaction', async (field) => {
  const { client, clock } = scriptedClient([
    json(200, { ...shared, type: 'BankTransfer', paymentStatus: 'INTENT', [field]: undefined }),
  ])
  expect((await failureOf(client.transactions.get('t1'), clock)).kind).toBe('unknown')
})

test('a link without its expiry is accepted', async () => {
  const { client } = scriptedClient([json(200, { hostedLink: 'https://pay.example/x' })])
  expect(await client.onRamp.generateLink({ amount: '5' })).toEqual({
    hostedLink: 'https://pay.example/x',
    expiresAt: null,
  })
})
