import { expect, test } from 'vitest'
import { operationOf } from '../../../src/merchant/service/operation.ts'

const id = '2a2a4b0e-7a0c-4d3e-9f5c-1b2c3d4e5f60'

test.each([
  ['POST', '/api/v2/payins', 'POST /payins'],
  ['GET', `/api/v2/payins/${id}`, 'GET /payins/:id'],
  ['GET', '/api/v2/payins?reference=A-1001', 'GET /payins'],
  ['POST', '/api/v2/payouts', 'POST /payouts'],
  ['GET', `/api/v2/payouts/${id}`, 'GET /payouts/:id'],
  ['GET', '/api/v2/payers?email=ada%40shop.example', 'GET /payers'],
  ['GET', '/api/v2/banks?page=1', 'GET /banks'],
  ['GET', `/transaction/?transactionId=${id}`, 'GET /transaction'],
  ['GET', `/transaction?transactionId=${id}`, 'GET /transaction'],
  ['POST', '/transaction/create-bank-transfer', 'POST /transaction/create-bank-transfer'],
  ['POST', '/transaction/generatePaymentLink', 'POST /transaction/generatePaymentLink'],
  ['POST', '/transaction/update-status', 'POST /transaction/update-status'],
  [
    'POST',
    '/payments/on-ramp-merchant/hosted/generate-link',
    'POST /payments/on-ramp-merchant/hosted/generate-link',
  ],
  ['GET', `/api/v2/refunds/${id}`, 'GET other'],
])('%s %s is %s in the metrics, without ids and queries', (method, path, operation) => {
  expect(operationOf(method, `https://pay.example${path}`)).toBe(operation)
  expect(operationOf(method, `https://pay.example/payments/eu${path}`)).toBe(operation)
})
