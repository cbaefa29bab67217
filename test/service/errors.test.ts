// payments-v2 "Errors": problem details, and the condition of each status.
import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../src/sandbox/openapi/description.ts'
import { apiKey, type Fields, type Problem, payinBody, payoutBody, runService, unknownId } from './support.ts'

const service = runService()

const lists: [OperationId, string][] = [
  ['listPayins', '/api/v2/payins'],
  ['listPayouts', '/api/v2/payouts'],
  ['listPayers', '/api/v2/payers'],
  ['listBanks', '/api/v2/banks'],
]
const reads: [OperationId, string][] = [
  ['getPayin', '/api/v2/payins'],
  ['getPayout', '/api/v2/payouts'],
]
const creates: [OperationId, string, Fields][] = [
  ['createPayin', '/api/v2/payins', payinBody()],
  ['createPayout', '/api/v2/payouts', payoutBody()],
]

/** Switches a fault on for the next call of this operation. */
const addFaultOnce = (operation: OperationId, fault: Fields) =>
  service.fault({ ...fault, operations: [operation], count: 1 })

const reasons: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
}

/** One answer for each status of a create request. */
async function problemsOfCreate([operation, path, body]: [OperationId, string, Fields]) {
  const post = (sent: unknown, headers: Record<string, string>) =>
    service.post<Problem>(operation, path, sent, headers)
  const key = { 'Idempotency-Key': `problems-of-${operation}` }
  await post(body, key)
  const answers = [
    await post('{', {}),
    await post(body, { 'X-API-Key': 'test_wrong' }),
    await post(body, { 'X-API-Key': `${apiKey}_read_only` }),
    await post({ ...body, reference: 'another body' }, key),
    await post({}, {}),
  ]
  await addFaultOnce(operation, { fault: 'rate_limit' })
  answers.push(await post(body, {}))
  await addFaultOnce(operation, { fault: 'error', status: 500 })
  answers.push(await post(body, {}))
  return answers
}

describe('a problem', () => {
  it('is problem+json with type, title, status, detail and instance', async () => {
    for (const create of creates) {
      for (const { status, headers, body } of await problemsOfCreate(create)) {
        expect(headers.get('Content-Type')).toBe('application/problem+json')
        expect(body).toMatchObject({
          title: reasons[status],
          status,
          detail: expect.stringMatching(/\w{3} \w/),
        })
        expect(URL.canParse(String(body.instance))).toBe(true)
        expect(body.type).toBe(status === 422 ? body.type : 'about:blank')
      }
    }
  })

  it('has an instance of its own for each occurrence', async () => {
    const path = `/api/v2/payins/${unknownId}`
    const [one, two] = [await service.get('getPayin', path), await service.get('getPayin', path)]
    expect(one.body.instance).not.toBe(two.body.instance)
  })

  it('of validation lists detail and pointer of each failing field under a type of its own', async () => {
    const amount = { value: '0', currency: 'EUR' }
    const { status, body } = await service.tryPayin({ amount, payer: {}, reference: 'r'.repeat(37) })
    expect(status).toBe(422)
    expect(body.type).not.toBe('about:blank')
    expect(URL.canParse(String(body.type))).toBe(true)
    expect(body.errors?.map(({ pointer }) => pointer).sort()).toEqual([
      '/amount/value',
      '/payer/email',
      '/reference',
    ])
    for (const error of body.errors ?? []) expect(error.detail).toMatch(/^[A-Z].*\.$/)
  })
})

describe('the statuses', () => {
  it('of a create are 201, 400, 401, 403, 409, 422, 429 and 500', async () => {
    for (const create of creates) {
      const statuses = (await problemsOfCreate(create)).map(({ status }) => status)
      expect(statuses).toEqual([400, 401, 403, 409, 422, 429, 500])
    }
  })

  it('of a list are 200, 400, 401, 403, 429 and 500', async () => {
    for (const [operation, path] of lists) {
      const get = async (query = '', headers?: Record<string, string>) =>
        (await service.get(operation, path + query, headers)).status
      expect([await get(), await get('?page=0'), await get('', {})]).toEqual([200, 400, 401])
      expect(await get('', { 'X-API-Key': `${apiKey}_no_permission` })).toBe(403)
      await addFaultOnce(operation, { fault: 'rate_limit' })
      expect(await get()).toBe(429)
      await addFaultOnce(operation, { fault: 'error', status: 500 })
      expect(await get()).toBe(500)
    }
  })

  it('of a read by id are 200, 400, 401, 403, 404, 429 and 500', async () => {
    for (const [operation, path] of reads) {
      const get = async (id: string, headers?: Record<string, string>) =>
        (await service.get(operation, `${path}/${id}`, headers)).status
      const { id } = operation === 'getPayin' ? await service.createPayin() : await service.createPayout()
      expect([await get(id), await get('A-1'), await get(id, {}), await get(unknownId)]).toEqual([
        200, 400, 401, 404,
      ])
      expect(await get(id, { 'X-API-Key': `${apiKey}_no_permission` })).toBe(403)
      await addFaultOnce(operation, { fault: 'rate_limit' })
      expect(await get(id)).toBe(429)
      await addFaultOnce(operation, { fault: 'error', status: 500 })
      expect(await get(id)).toBe(500)
    }
  })

  it('are 400 for a body that is not JSON, and 422 for one with an unacceptable field', async () => {
    for (const [operation, path] of creates) {
      for (const malformed of ['', '{', 'null,', '{"amount":}', "{'amount': 1}"]) {
        expect((await service.post(operation, path, malformed)).status).toBe(400)
      }
      for (const unacceptable of ['null', '[]', '"x"', '7', '{}']) {
        expect((await service.post(operation, path, unacceptable)).status).toBe(422)
      }
    }
  })
})

describe('bodies', () => {
  it('of requests are application/json, else 400', async () => {
    for (const [operation, path, body] of creates) {
      const send = (type: string) => service.post(operation, path, body, { 'Content-Type': type })
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
        expect((await send(type)).status, type).toBe(400)
      }
      expect((await send('application/json; charset=utf-8')).status).toBe(201)
    }
  })

  it('of answers are application/json', async () => {
    const { headers } = await service.tryPayin({})
    expect(headers.get('Content-Type')).toMatch(/^application\/json/)
    for (const [operation, path] of lists) {
      const answer = await service.get(operation, path)
      expect(answer.headers.get('Content-Type')).toMatch(/^application\/json/)
    }
  })
})
