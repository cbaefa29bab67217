// payments-v2 "Idempotency (POST /payins, POST /payouts)", rules 1 to 7, for both operations.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../src/sandbox/openapi/description.ts'
import { type Page, type Problem, payinBody, payoutBody, runService } from './support.ts'

const hour = 60 * 60_000
let hold: Promise<void> = Promise.resolve()
let reached = () => {}
const service = runService({
  // Keeps a request in flight as long as a test needs it.
  beforeCreate: async () => {
    reached()
    await hold
  },
})

type Create = { operation: OperationId; list: OperationId; path: string; body: (more?: object) => object }
const creates: Create[] = [
  {
    operation: 'createPayin',
    list: 'listPayins',
    path: '/api/v2/payins',
    body: (more) => payinBody({ ...more }),
  },
  {
    operation: 'createPayout',
    list: 'listPayouts',
    path: '/api/v2/payouts',
    body: (more) => payoutBody({ ...more }),
  },
]

const send = ({ operation, path }: Create, key: string, body: unknown) =>
  service.post<Problem & { id: string }>(operation, path, body, { 'Idempotency-Key': key })

async function countOf({ list, path }: Create, reference: string): Promise<number> {
  return (await service.get<Page>(list, `${path}?reference=${reference}`)).body.content.length
}

describe('an idempotency key', () => {
  it('is required: without it the request is rejected with 400', async () => {
    for (const { path, body } of creates) {
      const answer = await fetch(service.origin() + path, {
        method: 'POST',
        headers: { 'X-API-Key': 'test_key_of_this_merchant', 'Content-Type': 'application/json' },
        body: JSON.stringify(body()),
      })
      expect(answer.status).toBe(400)
      expect(((await answer.json()) as Problem).detail).toContain('Idempotency-Key')
    }
  })

  it('has at most 36 characters, such as a UUID', async () => {
    for (const create of creates) {
      expect((await send(create, randomUUID(), create.body())).status).toBe(201)
      expect((await send(create, 'k', create.body())).status).toBe(201)
      expect((await send(create, 'k'.repeat(37), create.body())).status).toBe(400)
      expect((await send(create, '', create.body())).status).toBe(400)
    }
  })

  it('that is new creates the resource', async () => {
    for (const create of creates) {
      const first = await send(create, randomUUID(), create.body({ reference: 'new' }))
      const second = await send(create, randomUUID(), create.body({ reference: 'new' }))
      expect([first.status, second.status]).toEqual([201, 201])
      expect(first.body.id).not.toBe(second.body.id)
      expect(await countOf(create, 'new')).toBe(2)
    }
  })

  it('with the same body gives the same resource with the same status, and creates none', async () => {
    for (const create of creates) {
      const [key, body] = [randomUUID(), create.body({ reference: 'again' })]
      const first = await send(create, key, body)
      for (const _ of [1, 2, 3]) {
        const { status, body: again } = await send(create, key, body)
        expect([status, again]).toEqual([first.status, first.body])
      }
      expect(await countOf(create, 'again')).toBe(1)
    }
  })

  it('with a different body is rejected with 409, which says so, and stays bound to the first body', async () => {
    for (const create of creates) {
      const [key, body] = [randomUUID(), create.body({ reference: 'bound' })]
      const first = await send(create, key, body)
      const other = { ...body, amount: { value: '1.00', currency: 'EUR' } }
      const { status, body: problem } = await send(create, key, other)
      expect(status).toBe(409)
      expect(problem.detail).toMatch(/different body was already submitted/)
      expect((await send(create, key, body)).body.id).toBe(first.body.id)
      expect((await send(create, key, other)).status).toBe(409)
      expect((await send(create, randomUUID(), other)).status).toBe(201)
      expect(await countOf(create, 'bound')).toBe(2)
    }
  })

  it('is rejected with 409 while its first request is in flight, and then gives its result', async () => {
    for (const create of creates) {
      const [key, body] = [randomUUID(), create.body({ reference: 'flight' })]
      let release = () => {}
      hold = new Promise((resolve) => {
        release = resolve
      })
      const underWay = new Promise<void>((resolve) => {
        reached = resolve
      })
      const first = send(create, key, body)
      await underWay
      expect((await send(create, key, body)).status).toBe(409)
      release()
      hold = Promise.resolve()
      const { status, body: created } = await first
      expect(status).toBe(201)
      expect(await send(create, key, body)).toMatchObject({ status: 201, body: { id: created.id } })
      expect(await countOf(create, 'flight')).toBe(1)
    }
  })

  it('creates one resource when requests arrive at the same time', async () => {
    for (const create of creates) {
      const [key, body] = [randomUUID(), create.body({ reference: 'at-once' })]
      const answers = await Promise.all(Array.from({ length: 12 }, () => send(create, key, body)))
      const created = answers.filter(({ status }) => status === 201).map(({ body: { id } }) => id)
      expect(new Set(created).size).toBe(1)
      expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true)
      expect(await countOf(create, 'at-once')).toBe(1)
    }
  })

  it('is remembered for 24 hours after first use, and may then be used anew', async () => {
    for (const create of creates) {
      const [key, body] = [randomUUID(), create.body({ reference: 'day' })]
      const first = await send(create, key, body)
      await service.advance(23 * hour)
      expect((await send(create, key, body)).body.id).toBe(first.body.id)
      // After first use, not after last: the retry above has not prolonged it.
      await service.advance(hour - 10_000)
      expect((await send(create, key, create.body())).status).toBe(409)
      await service.advance(10_000)
      const anew = await send(create, key, create.body({ reference: 'another-day' }))
      expect(anew.status).toBe(201)
      expect(anew.body.id).not.toBe(first.body.id)
    }
  })

  it('must be a new one when the amount changes', async () => {
    for (const create of creates) {
      const key = randomUUID()
      const { body } = await send(create, key, create.body())
      const changed = create.body({ amount: { value: '60.00', currency: 'EUR' } })
      expect((await send(create, key, changed)).status).toBe(409)
      const other = await send(create, randomUUID(), changed)
      expect(other.status).toBe(201)
      expect(other.body).toMatchObject({ amount: { value: '60.00' } })
      const kept = await service.get(create.list, `${create.path}?page_size=1&page=2`)
      expect(kept.body.content).toEqual([body])
    }
  })
})
