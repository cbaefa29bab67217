// The search after a 409 that stays: its result must never count as the answer to the create request.
import { createServiceClient, freezePayin, freezePayout, ServiceError } from 'payin-checkout/server'
import { expect, test } from 'vitest'
import { createFakeClock } from './fake-clock.ts'

const amount = { value: '49.90', currency: 'EUR' }
const shared = { amount, reference: 'A-1001', return_url: 'https://shop.example/return?session=cs_1' }
const payer = { email: 'ada@shop.example' }

/** Creates against a service that answers every create with 409 and every search with `search`. */
async function createInConflict(noun: 'payin' | 'payout', search: () => Response): Promise<ServiceError> {
  const clock = createFakeClock()
  const client = createServiceClient({
    baseUrl: 'https://payments.example',
    apiKey: 'test_key',
    clock,
    random: () => 0,
    fetch: async (_url, init) => (init?.method === 'POST' ? Response.json({}, { status: 409 }) : search()),
  })
  const work: Promise<unknown> =
    noun === 'payin'
      ? client.payins.create(freezePayin({ ...shared, payer }, 'k'))
      : client.payouts.create(freezePayout(shared, 'k'))
  const error = await clock.settle(work.catch((caught: unknown) => caught))
  expect(error).toBeInstanceOf(ServiceError)
  return error as ServiceError
}

// With status 400 or 422 the merchant would close an attempt whose payin may exist, and the shopper would pay again.
test.each([
  ['payin' as const, 400],
  ['payout' as const, 422],
  ['payin' as const, 404],
])(
  'a search for the %s that fails with %i leaves the result of the create request open',
  async (noun, status) => {
    const error = await createInConflict(noun, () => Response.json({}, { status }))

    expect([error.kind, error.status]).toEqual(['conflict', 409])
    expect(error.message).toContain(`Looking it up failed: The service answered GET /${noun}s with ${status}`)
  },
)

test.each([
  [401, 'check_key'],
  [429, 'wait'],
  [500, 'retry'],
])('a search that ends with %i throws an error of kind %s', async (status, kind) => {
  expect((await createInConflict('payin', () => Response.json({}, { status }))).kind).toBe(kind)
})
