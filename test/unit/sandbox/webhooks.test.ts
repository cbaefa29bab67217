import { expect, it } from 'vitest'
import { createPost, signBody } from '../../../src/sandbox/service/webhook-post.ts'
import { turns as settle } from '../../support/timeline.ts'
import { openSandbox } from './sandbox-under-test.ts'

const hook = { webhook_url: 'https://shop.example/hook' }

async function openWithOneWebhook(answer?: (signal?: AbortSignal) => Promise<Response>) {
  const sandbox = openSandbox()
  if (answer) sandbox.merchant.answer = answer
  const payin = await sandbox.create(hook)
  sandbox.payins.open(payin.id)
  await settle()
  return { ...sandbox, payin }
}

it('the service signs like `openssl dgst -sha256 -hmac sandbox_webhook_secret`', () => {
  expect(signBody('{"id":"5f0c","status":"COMPLETED"}', 'sandbox_webhook_secret')).toBe(
    '8f0a430676f32ba75977a941f58777f2e5b5a0e2889680e536214c26003947e1',
  )
})

it('the service retries after 1 s, 5 s, 25 s, 2 min and 10 min, then gives up', async () => {
  const { clock, deliveries } = await openWithOneWebhook(async () => new Response(null, { status: 500 }))
  const startedAt = clock.now()
  await clock.advance(20 * 60_000)
  const secondsAfter = deliveries.map(({ at }) => (Date.parse(at) - startedAt) / 1000)
  expect(secondsAfter).toEqual([0, 1, 6, 31, 151, 751])
  expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6])
})

it('the service retries with the same bytes, although the payin has changed', async () => {
  const { received, clock, payins, payin } = await openWithOneWebhook(
    async () => new Response(null, { status: 503 }),
  )
  payins.fail(payin.id, 'OTHER')
  await clock.advance(1_000)
  const bodies = received.map(({ body }) => body)
  expect(bodies[2]).toBe(bodies[0])
})

it.each([200, 204, 299])('the service accepts the status %i', async (status) => {
  const { received, clock } = await openWithOneWebhook(async () => new Response(null, { status }))
  await clock.advance(60_000)
  expect(received).toHaveLength(1)
})

it('the service does not follow a redirect, and counts it as a failure', async () => {
  const { received, clock } = await openWithOneWebhook(async () => new Response(null, { status: 302 }))
  await clock.advance(1_000)
  expect(received.map(({ redirect }) => redirect)).toEqual(['manual', 'manual'])
})

it('the service stops waiting for an answer after 10 seconds and retries', async () => {
  const never = (signal?: AbortSignal) =>
    new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)))
  const { received, clock, deliveries } = await openWithOneWebhook(never)
  await clock.advance(9_999)
  expect(deliveries[0]?.error).toBeNull()
  await clock.advance(1)
  expect(deliveries[0]?.error).toBe('no answer within 10 seconds')
  await clock.advance(1_000)
  expect(received).toHaveLength(2)
})

it('the service records address, event, body, signature, attempt, answer and time', async () => {
  const { deliveries, received, payin } = await openWithOneWebhook()
  expect(deliveries[0]).toMatchObject({
    at: '2026-11-20T12:00:00.000Z',
    event: 'payinStatusChanged',
    object_id: payin.id,
    url: hook.webhook_url,
    body: received[0]?.body,
    signature: received[0]?.headers.get('X-Webhook-Signature'),
    attempt: 1,
    status: 204,
    answer: '',
    forged: false,
    error: null,
  })
})

it('the service records why a webhook could not be sent', async () => {
  const refused = new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 127.0.0.1:9') })
  const { deliveries } = await openWithOneWebhook(() => Promise.reject(refused))
  expect(deliveries[0]).toMatchObject({
    status: null,
    error: 'fetch failed: connect ECONNREFUSED 127.0.0.1:9',
  })
})

it('the service stops retrying when the sandbox is disposed', async () => {
  const { received, clock, dispose } = await openWithOneWebhook(
    async () => new Response(null, { status: 500 }),
  )
  dispose()
  await clock.advance(60_000)
  expect([received.length, clock.pending()]).toEqual([1, 0])
})

it('the service cancels pending retries at a reset', async () => {
  const { received, clock, steer, deliveries } = await openWithOneWebhook(
    async () => new Response(null, { status: 500 }),
  )
  await steer('/sandbox/reset', {})
  await clock.advance(20 * 60_000)
  expect([received.length, deliveries.length]).toEqual([1, 0])
})

it('an on-ramp’s receiver may answer more than is shown', async () => {
  const long = { padding: 'x'.repeat(5_000), message: 'received' }
  const post = createPost({
    wallTimers: { after: () => () => undefined, dispose: () => undefined },
    fetch: async () => Response.json(long),
    closing: new AbortController().signal,
  })
  const message = { object_id: '1', url: hook.webhook_url, body: '{}', signature: null, forged: false }
  const answer = await post({ ...message, event: 'merchantOnRampSuccess' })
  expect(answer).toEqual({ status: 200, answer: JSON.stringify(long).slice(0, 2_000), error: null })
})
