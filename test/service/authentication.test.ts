// payments-v2 "Authentication" and the same section of the legacy interface.
import { request } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../src/sandbox/openapi/description.ts'
import { apiKey, payinBody, payoutBody, runService, unknownId } from './support.ts'

const service = runService()

const reads: [OperationId, string][] = [
  ['listPayins', '/api/v2/payins'],
  ['getPayin', `/api/v2/payins/${unknownId}`],
  ['listPayouts', '/api/v2/payouts'],
  ['getPayout', `/api/v2/payouts/${unknownId}`],
  ['listPayers', '/api/v2/payers'],
  ['listBanks', '/api/v2/banks'],
  ['getTransaction', `/transaction/?transactionId=${unknownId}`],
  ['getTransactionWithoutSlash', `/transaction?transactionId=${unknownId}`],
]
const writes: [OperationId, string, object][] = [
  ['createPayin', '/api/v2/payins', payinBody()],
  ['createPayout', '/api/v2/payouts', payoutBody()],
  ['createBankTransfer', '/transaction/create-bank-transfer', { amount: 25, names: 'Mara', userId: 'x1' }],
  ['generatePaymentLink', '/transaction/generatePaymentLink', { transactionId: unknownId }],
  ['updateTransactionStatus', '/transaction/update-status', { transactionId: unknownId }],
  ['generateOnRampLink', '/payments/on-ramp-merchant/hosted/generate-link', { amount: 50 }],
]

/** Without `X-API-Key`, unless the test gives one. */
async function statusesWith(headers: Record<string, string>): Promise<number[]> {
  const read = reads.map(([operation, path]) => service.get(operation, path, headers))
  const written = writes.map(([operation, path, body]) => service.post(operation, path, body, headers))
  return (await Promise.all([...read, ...written])).map(({ status }) => status)
}

/** Sends the header's name unchanged. `fetch` would write it in lower case. */
function statusWithRawHeader(name: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const call = request(`${service.origin()}/api/v2/banks`, { headers: { [name]: apiKey } }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    call.on('error', reject).end()
  })
}

describe('the API key', () => {
  it('is required by every operation, which answers 401 without it', async () => {
    for (const [operation, path] of reads) expect((await service.get(operation, path, {})).status).toBe(401)
    for (const [operation, path, body] of writes) {
      const { status, body: problem } = await service.post(operation, path, body, { 'X-API-Key': '' })
      expect([status, problem.status]).toEqual([401, 401])
    }
  })

  it('is refused with 401 by every operation when it is not valid', async () => {
    for (const wrong of ['test_key_of_somebody', `${apiKey} x`, apiKey.slice(1), `${apiKey}_read`]) {
      expect(new Set(await statusesWith({ 'X-API-Key': wrong }))).toEqual(new Set([401]))
    }
  })

  it('is found whatever the case of the header name', async () => {
    for (const name of ['X-API-Key', 'x-api-key', 'X-Api-Key', 'X-API-KEY']) {
      expect(await statusWithRawHeader(name)).toBe(200)
    }
    expect(await statusWithRawHeader('X-API-Kez')).toBe(401)
  })

  it('gets 403 for an operation that it may not call', async () => {
    const headers = { 'X-API-Key': `${apiKey}_read_only` }
    for (const [operation, path, body] of writes) {
      expect((await service.post(operation, path, body, headers)).status, operation).toBe(403)
    }
    expect((await service.get('listBanks', '/api/v2/banks', headers)).status).toBe(200)
  })

  it('opens both interfaces', async () => {
    const { status } = await service.get('listPayins', '/api/v2/payins')
    const legacy = await service.get('getTransaction', `/transaction/?transactionId=${unknownId}`)
    expect([status, legacy.status]).toEqual([200, 404])
  })
})
