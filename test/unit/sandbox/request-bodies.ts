// The smallest accepted bodies of the four create operations, with a test's own fields.
import type { OperationId } from '../../../src/sandbox/openapi/description.ts'
import { parseBody } from '../../../src/sandbox/openapi/validation.ts'

export type Fields = Record<string, unknown>

export const id = '0f8fad5b-d9cb-469f-a165-70867728950e'
export const iban = 'DE89370400440532013000'
export const email = 'mara@example.test'

export const least: Record<string, Fields> = {
  createPayin: {
    amount: { value: '49.90', currency: 'EUR' },
    payer: { email },
    return_url: 'https://shop.example/back?order=A-1#done',
  },
  createPayout: { amount: { value: '15.00', currency: 'EUR' }, return_url: 'https://shop.example/' },
  createBankTransfer: { amount: '25.00', names: 'Mara Lind', userId: 'examplecompany42' },
  generateOnRampLink: { amount: 50, names: 'Mara Lind', userId: '42', userEmail: email },
  generatePaymentLink: { transactionId: id },
  updateTransactionStatus: { transactionId: id },
}
export const payin = 'createPayin'
export const payout = 'createPayout'
export const transfer = 'createBankTransfer'
export const onRamp = 'generateOnRampLink'

/** The smallest body with other fields. `undefined` removes a field, as in JSON. */
export const bodyOf = (operation: OperationId, more: Fields): unknown =>
  JSON.parse(JSON.stringify({ ...least[operation], ...more }))

export const amountOf = (value: unknown, currency: unknown = 'EUR') => ({ amount: { value, currency } })
export const payerWith = (more: Fields) => ({ payer: { email, ...more } })
export const payBy = (method: unknown, more: Fields = {}) => ({ payment: { method, ...more } })
export const settleBy = (method: unknown, more: Fields = {}) => ({ settlement: { method, ...more } })

export const pointersOf = (operation: OperationId, body: unknown) => {
  const parsed = parseBody(operation, body)
  return parsed.ok ? [] : parsed.errors.map(({ pointer }) => pointer)
}
