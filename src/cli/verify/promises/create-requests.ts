// A shopper presses the button, and the press arrives once, twice, or at a service that is in trouble.
import { randomUUID } from 'node:crypto'
import { parseRedirectUrl } from '../../../protocol/safe-url.ts'
import { Broken, type Promised, type Trial } from '../promise.ts'
import { type Answer, shown } from '../shop-client.ts'
import { onFreshOrder, onlyOne, pressed } from './steps.ts'

const keepKey =
  'Send the Idempotency-Key of the request on to the service, with the same body each time, and find the session by it.'

export const pressing: readonly Promised[] = [
  {
    id: 'press',
    says: 'A press makes one payment, at the price that the server knows',
    remedy: 'Answer 201 with a session. Take the price from your order; ignore what the browser sends.',
    async hold(trial) {
      const { session, payin, order } = await pressed(trial)
      if (parseRedirectUrl(session.redirect_url) === null)
        throw new Broken(
          `The session has no address of a hosted page: redirect_url is ${session.redirect_url}.`,
        )
      if (session.redirect_url !== payin.redirect_url)
        throw new Broken(`The session's redirect_url is another than that of the payin for order ${order}.`)
      const extra = { amount: { value: '0.01', currency: payin.amount.currency }, price: '0.01' }
      const { payins } = await onFreshOrder(trial, (each) => trial.shop.pressUntilTaken(each, { extra }))
      const cheap = payins.find(({ amount }) => Number(amount.value) === 0.01)
      if (cheap) throw new Broken('A browser that sent a price of 0.01 got a payment of 0.01.')
    },
  },
  {
    id: 'same-key',
    says: 'A press that is repeated with its key makes no second payment',
    remedy: keepKey,
    async hold(trial) {
      const key = randomUUID()
      const { payins, result, order } = await onFreshOrder(trial, async (each) => {
        const first = await trial.shop.pressUntilTaken(each, { key })
        return [first, await trial.shop.pressUntilTaken(each, { key })] as const
      })
      onlyOne(trial, payins, order)
      if (result[0].id !== result[1].id) throw new Broken('Two presses with one key got two sessions.')
    },
  },
  {
    id: 'same-key-at-once',
    says: 'A press that arrives twice at one moment makes one payment',
    remedy: `${keepKey} Let the database decide who of two is first: a unique index, or a lock on the order.`,
    async hold(trial) {
      const key = randomUUID()
      const { result, payins, order } = await onFreshOrder(trial, (each) =>
        Promise.all(Array.from({ length: 4 }, () => trial.shop.pressUntilTaken(each, { key }))),
      )
      onlyOne(trial, payins, order)
      if (new Set(result.map(({ id }) => id)).size > 1)
        throw new Broken('Four presses with one key at one moment got different sessions.')
    },
  },
  {
    id: 'lost-answer',
    says: 'An answer of the service that gets lost costs no second payment',
    remedy: `${keepKey} Answer 503 with Retry-After, never 4xx: the widget repeats the press with its key.`,
    async hold(trial) {
      const { payins, order } = await onFreshOrder(trial, async (each) => {
        await trial.service.fault('cut', 1, { operations: ['createPayin'], work: 'done' })
        await trial.shop.pressUntilTaken(each)
      })
      onlyOne(trial, payins, order)
    },
  },
  {
    id: 'service-down',
    says: 'A press while the service is down can be repeated, and then pays once',
    remedy:
      'Answer 503 with Retry-After where the service cannot be reached. Never 409: to the widget that means paid.',
    async hold(trial) {
      const { payins, order } = await onFreshOrder(trial, async (each) => {
        await trial.service.fault('error', 3, { operations: ['createPayin'], status: 503 })
        const key = randomUUID()
        noteMissingRetry(trial, await trial.shop.press(each, { key }))
        await trial.shop.pressUntilTaken(each, { key })
      })
      onlyOne(trial, payins, order)
    },
  },
  {
    id: 'too-many-calls',
    says: 'A press while the service takes no more calls can be repeated, and then pays once',
    remedy: 'A 429 of the service is no refusal of the order: answer 503 with the Retry-After that it gave.',
    async hold(trial) {
      const { payins, order } = await onFreshOrder(trial, async (each) => {
        await trial.service.fault('rate_limit', 1, { operations: ['createPayin'], retry_after: 1 })
        await trial.shop.pressUntilTaken(each)
      })
      onlyOne(trial, payins, order)
    },
  },
  {
    id: 'unknown-order',
    says: 'An order that does not exist is refused, and nothing is paid for it',
    remedy: 'Look the order up before you call the service, and answer 404 or 422.',
    async hold(trial) {
      await isRefused(trial, 'an order that does not exist', () =>
        trial.shop.press(`no-such-order-${randomUUID()}`.slice(0, 36)),
      )
    },
  },
  {
    id: 'bad-input',
    says: 'A request that is broken is refused with a reason, and breaks nothing',
    remedy:
      'Check the key and the body before you work with them, and answer 400 or 422 as application/problem+json.',
    async hold(trial) {
      const order = await trial.orders()
      for (const [what, init] of broken(order))
        await isRefused(trial, what, () => trial.shop.ask('/sessions', { method: 'POST', ...init }))
      await pressed(trial)
    },
  },
]

const json = { 'Content-Type': 'application/json' }

/** Requests that no widget sends. */
function broken(order: string): readonly (readonly [what: string, init: RequestInit])[] {
  const withKey = () => ({ ...json, 'Idempotency-Key': randomUUID() })
  return [
    ['a press without an Idempotency-Key', { headers: json, body: JSON.stringify({ order, kind: 'payin' }) }],
    ['a body that is no JSON', { headers: withKey(), body: '{"order":' }],
    ['a body without an order', { headers: withKey(), body: '{}' }],
    ['an order that is a number', { headers: withKey(), body: JSON.stringify({ order: 7, kind: 'payin' }) }],
    ['an order that is a list', { headers: withKey(), body: JSON.stringify({ order: [order] }) }],
    ['a body that is a list', { headers: withKey(), body: '[]' }],
    ['a body that is null', { headers: withKey(), body: 'null' }],
    ['an order with quotes', { headers: withKey(), body: JSON.stringify({ order: `x' or '1'='1` }) }],
    ['an empty body', { headers: withKey(), body: '' }],
    ['a body of 2 MB', { headers: withKey(), body: JSON.stringify({ order: 'x'.repeat(2_000_000) }) }],
  ]
}

/** @throws {Broken} where it is not refused, or makes a payin all the same */
async function isRefused(trial: Trial, what: string, ask: () => Promise<Answer>): Promise<void> {
  const { result: answer, payins } = await trial.service.madeBy(() => ask().catch(asCut))
  if (payins.length > 0) throw new Broken(`For ${what}, a payin was made.`)
  // A server that has read enough may end the connection.
  if (answer === null) return
  if (answer.status < 400 || answer.status >= 500)
    throw new Broken(`${what[0]?.toUpperCase()}${what.slice(1)} was answered ${shown(answer)}.`)
  if (!answer.headers.get('Content-Type')?.includes('json'))
    trial.note(
      `what is refused is answered ${shown(answer)}; as application/problem+json, a developer could read why`,
    )
}

function asCut(error: unknown): null {
  if (error instanceof Broken && /ECONNRESET|EPIPE|other side closed|socket/i.test(error.message)) return null
  throw error
}

function noteMissingRetry({ note }: Trial, answer: Answer): void {
  if (answer.status < 300) return
  if (answer.status !== 503 || !answer.headers.has('Retry-After'))
    note(`it was answered ${shown(answer)}; 503 with Retry-After tells the widget when to come again`)
}
