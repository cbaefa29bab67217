// The end of an on-ramp comes without a webhook: its one webhook reports the deposit (legacy document), not the crypto.
import { beforeEach, expect, test } from 'vitest'
import { useWorld } from './harness.ts'

const minute = 60_000

/** What the service answers about the on-ramp, and how often it was read. */
const service = { paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS', reads: 0, webhookUrl: '' }

beforeEach(() => {
  Object.assign(service, { paymentStatus: 'PROCESSING', bankDepositStatus: 'SUCCESS', reads: 0 })
})

const answer: typeof fetch = async (input, init) => {
  if (!String(input).includes('/transaction/')) {
    const { webhookUrl } = JSON.parse(String(init?.body))
    Object.assign(service, { webhookUrl })
    return Response.json({
      hostedLink: 'https://pay.example/on-ramp/1',
      expiresAt: new Date(0).toISOString(),
    })
  }
  service.reads++
  const { paymentStatus, bankDepositStatus } = service
  return Response.json({
    uuid: '7d3c1f0e-0000-4000-8000-000000000001',
    type: 'MerchantOnRampTransfer',
    paymentStatus,
    bankDepositStatus,
    createdAt: new Date(0).toISOString(),
    lastUpdated: new Date(0).toISOString(),
  })
}

const environment = { KINDS: 'payin,on_ramp', COMPANY_NAME: 'Shop' }
const world = useWorld({ environment, options: { fetch: answer } })

/** The shopper presses pay and stays at the bank. Then the webhook of the deposit arrives. @returns the session's id */
async function deposit(atTheBankMs: number): Promise<string> {
  const { pay, clock, merchant, app } = world()
  const { id } = await pay('A-1001', undefined, { kind: 'on_ramp' })
  for (let waited = 0; waited < atTheBankMs; waited += 10_000) {
    await clock.advance(10_000)
    await merchant.sweep.runOnce()
  }
  const event = {
    eventType: 'merchant_on_ramp_success',
    transactionId: '7d3c1f0e-0000-4000-8000-000000000001',
  }
  await app.request(new URL(service.webhookUrl).pathname, {
    method: 'POST',
    body: JSON.stringify({ ...event, amount: 49.9, currency: 'EUR', timestamp: new Date(0).toISOString() }),
  })
  await merchant.background.idle()
  return id
}

const outcomeOf = async (id: string) => (await (await world().read(id)).json()).outcome

test('an on-ramp whose crypto is not sent for a week raises one alert', async () => {
  const { clock, merchant, alerts } = world()
  await deposit(0)
  const counts: number[] = []
  for (const hours of [7 * 24 - 1, 2, 2]) {
    await clock.advance(hours * 60 * minute)
    await merchant.sweep.runOnce(true)
    counts.push((await alerts()).filter((kind) => kind === 'payment_overdue').length)
  }
  expect(counts).toEqual([0, 1, 1])
})

test('an on-ramp whose crypto was sent is complete within half a minute, however long the bank took', async () => {
  const { clock, merchant } = world()
  const id = await deposit(4 * minute)
  expect(await outcomeOf(id)).toBe('authorized')
  service.paymentStatus = 'COMPLETED'

  await clock.advance(30_000)
  await merchant.sweep.runOnce()

  expect(await outcomeOf(id)).toBe('complete')
})

test('an on-ramp is checked within three seconds after its shopper comes back', async () => {
  const { clock, merchant, app } = world()
  const id = await deposit(0)
  service.paymentStatus = 'COMPLETED'

  await app.request(`/checkout/return?session=${id}`)
  await merchant.background.idle()
  await clock.advance(3_000)
  await merchant.sweep.runOnce()

  expect(await outcomeOf(id)).toBe('complete')
})

test('a slow on-ramp is checked at growing intervals', async () => {
  const { clock, merchant } = world()
  await deposit(0)
  const beganAt = clock.now()
  const asked: number[] = []
  for (let round = 0; round < 120; round++) {
    await clock.advance(10_000)
    const before = service.reads
    await merchant.sweep.runOnce()
    if (service.reads > before) asked.push((clock.now() - beganAt) / 1_000)
  }

  // After 30 s, 1, 2 and 5 minutes, and when its hosted session is over.
  expect(asked).toEqual([30, 90, 210, 510, 910])
})

test('the end of an on-ramp does not count as a lost webhook', async () => {
  const { clock, merchant } = world()
  const id = await deposit(0)
  service.paymentStatus = 'COMPLETED'

  await clock.advance(30_000)
  await merchant.sweep.runOnce()

  expect(await outcomeOf(id)).toBe('complete')
  expect(merchant.sweep.found).toBe(0)
})
