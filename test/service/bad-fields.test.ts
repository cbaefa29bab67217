// Wrong types, null, empty and over-long values at every field of every request that the description declares.
import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../src/sandbox/openapi/description.ts'
import { type Problem, payinBody, payoutBody, runService, unknownId } from './support.ts'
import { onRampBody, transferBody } from './transactions.ts'
import { type WrongValue, withValue, wrongValuesOf } from './wrong-values.ts'

const service = runService()
const address = '0x7a6f5c1d2b3e4f50617283949a5b6c7d8e9fa0b1'
const names = { first_name: 'Mara', last_name: 'Lind' }
const payer = { email: 'mara@example.test', ...names }

const payin = (more: object) => ['createPayin', '/api/v2/payins', payinBody({ payer, ...more })] as const
const payout = (more: object) => ['createPayout', '/api/v2/payouts', payoutBody({ ...more })] as const
const bases: readonly (readonly [OperationId, string, object])[] = [
  payin({}),
  ...['bank_account', 'card', 'google_pay', 'apple_pay', 'crypto_transfer', 'service_wallet'].map((method) =>
    payin({ payment: { method } }),
  ),
  payin({ settlement: { method: 'service_balance' } }),
  payin({ settlement: { method: 'bank_account' } }),
  payin({ settlement: { method: 'crypto_transfer', address, network: 'polygon' } }),
  payout({ recipient: names }),
  payout({ payment: { method: 'bank_account' } }),
  payout({ payment: { method: 'crypto_transfer', address, network: 'polygon' } }),
  payout({ payment: { method: 'service_wallet' } }),
  ['createBankTransfer', '/transaction/create-bank-transfer', transferBody()],
  ['generatePaymentLink', '/transaction/generatePaymentLink', { transactionId: unknownId }],
  ['updateTransactionStatus', '/transaction/update-status', { transactionId: unknownId }],
  ['generateOnRampLink', '/payments/on-ramp-merchant/hosted/generate-link', onRampBody()],
]

async function expectAnswer(operation: OperationId, path: string, body: object, wrong: WrongValue) {
  const { pointer, value, isRefused } = wrong
  const answer = await service.post<Problem>(operation, path, withValue(body, pointer, value))
  const label = `${pointer} ${JSON.stringify(value)?.slice(0, 40)} ${answer.status}`
  expect(isRefused ? [422] : [200, 201], label).toContain(answer.status)
  const pointers = answer.body.errors?.map((error) => error.pointer) ?? []
  if (isRefused) expect(pointers.join(' '), label).toContain(pointer)
}

describe('a wrong value', () => {
  for (const [operation, path, body] of bases) {
    const { payment, settlement } = body as { payment?: { method: string }; settlement?: { method: string } }
    const kind = [payment?.method, settlement && `settlement ${settlement.method}`].filter(Boolean).join(' ')
    it(`in a field of ${operation} ${kind} is answered with its pointer`, async () => {
      // The common fields are tested once. The base body of a method adds the fields of that method.
      const own = payment ? '/payment' : settlement ? '/settlement' : ''
      const wrong = wrongValuesOf(operation, body).filter(({ pointer }) => pointer.startsWith(own))
      expect(wrong.length).toBeGreaterThan(0)
      await Promise.all(wrong.map((each) => expectAnswer(operation, path, body, each)))
    })
  }
})
