import { describe, expect, test } from 'vitest'
import { signed } from './fake-service.ts'
import { useWorld } from './harness.ts'

const world = useWorld()

interface Line {
  readonly event: string
  readonly order?: string
  readonly request?: string
}

// These requests have no connection, which is logged once.
const lines = () =>
  world()
    .logged.map((line) => JSON.parse(line) as Line)
    .filter(({ event }) => event !== 'no_client_address')
const idOf = (response: Response) => response.headers.get('x-request-id')

/** Holds back an answer of the service until the test releases it. */
function holdAnswer(): () => void {
  let release = () => {}
  world().service.gates.push(
    new Promise((resolve) => {
      release = resolve
    }),
  )
  return release
}

describe('every log line of a request has its id', () => {
  const webhook = async (body: string, signature: string) =>
    world().app.request('/webhooks/payins', {
      method: 'POST',
      headers: { 'x-webhook-signature': signature },
      body,
    })

  test.each<[string, string, () => Promise<Response>]>([
    ['a press', 'session_created session_changed request', () => world().createSession('A-1001')],
    [
      'a refused create request',
      'session_created create_failed session_changed request',
      () => {
        world().service.nextCreate(422)
        return world().createSession('A-1001')
      },
    ],
    [
      'a create request that the service does not answer',
      'session_created create_failed service_failed request',
      () => {
        world().service.nextCreate('lost_before')
        return world().createSession('A-1001')
      },
    ],
    [
      'a webhook',
      'webhook_received request session_changed webhook_done',
      async () => {
        await world().pay('A-1001')
        world().logged.length = 0
        const { body, signature } = signed(world().service.only(), 'INITIATED')
        return webhook(body, signature)
      },
    ],
    ['a forged webhook', 'webhook_refused request', () => webhook('{}', 'ff')],
    [
      'a list of banks that fails',
      'service_failed request',
      async () => {
        world().service.down = true
        return world().app.request('/checkout/banks')
      },
    ],
    ['a read of an unknown session', 'request', () => world().read('cs_x')],
  ])('for %s', async (_what, events, act) => {
    const response = await act()
    await world().merchant.background.idle()
    expect(lines().map(({ event }) => event)).toEqual(expect.arrayContaining(events.split(' ')))
    expect(lines()).toHaveLength(events.split(' ').length)
    expect([...new Set(lines().map(({ request }) => request))]).toEqual([idOf(response)])
  })
})

test('a read that fails is logged with its request id, although reads are not tracked', async () => {
  const { pay, read, db, logged, clock } = world()
  const { id } = await pay('A-1001')
  await clock.advance(2_000)
  await db.query('alter table payin_checkout.session_ids rename to away')
  logged.length = 0
  try {
    const response = await read(id)
    expect(lines()).toMatchObject([
      { event: 'failed', request: idOf(response) },
      { event: 'request', request: idOf(response) },
    ])
  } finally {
    await db.query('alter table payin_checkout.away rename to session_ids')
  }
})

test('two simultaneous create requests are logged under their own ids, whichever is answered first', async () => {
  const { createSession, service } = world()
  const answerFirst = holdAnswer()
  const first = createSession('A-1001')
  await expect.poll(() => service.calls.length).toBe(1)
  const second = await createSession('A-1002')
  answerFirst()
  const ids = { 'A-1001': idOf(await first), 'A-1002': idOf(second) }
  const changes = lines().filter(({ event }) => event === 'session_changed')
  expect(Object.fromEntries(changes.map(({ order, request }) => [order, request]))).toEqual(ids)
})

test('work after the answer is logged under its request, even if no other request is served', async () => {
  const { pay, app, service, merchant, logged, clock } = world()
  await pay('A-1001')
  const { body, signature } = signed(service.only(), 'COMPLETED')
  const answerService = holdAnswer()
  logged.length = 0
  const answering = app.request('/webhooks/payins', {
    method: 'POST',
    headers: { 'x-webhook-signature': signature },
    body,
  })
  await clock.untilSleeping(1_000)
  await expect.poll(() => service.calls.length).toBe(2)
  await clock.advance(1_000)
  const response = await answering
  answerService()
  await merchant.background.idle()
  expect(lines()).toContainEqual(expect.objectContaining({ event: 'webhook_done', request: idOf(response) }))
})

test('work without a request is logged without an id', async () => {
  const { pay, service, merchant, clock, logged } = world()
  await pay('A-1001')
  service.down = true
  logged.length = 0
  await clock.advance(30_000)
  await merchant.sweep.runOnce()
  expect(lines()).toEqual([expect.not.objectContaining({ request: expect.anything() })])
})
