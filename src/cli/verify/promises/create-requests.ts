// Promises about create requests: sent once, sent again, sent at the same time, and sent while the service fails.
import { randomUUID } from 'node:crypto'
import { parseRedirectUrl } from '../../../protocol/safe-url.ts'
import type { Session } from '../../../protocol/session.ts'
import type { Answer } from '../../ask.ts'
import { Broken, type PromiseContext, type ServerPromise } from '../promise.ts'
import { describeAnswer, type ShopRequest } from '../shop-client.ts'
import { createPayment, onePayinOf, onFreshOrder } from './steps.ts'

/** Answers to a link request after which the element opens the address that it knows. */
const noSuchCall: readonly number[] = [404, 405, 410]

const hasAddress = ({ redirect_url }: Session): boolean => parseRedirectUrl(redirect_url) !== null

const keyRemedy =
  'Pass the Idempotency-Key of the request on to the service, with the same body each time, and find the session by it.'

export const createRequests: readonly ServerPromise[] = [
  {
    id: 'press',
    statement: 'One press makes one payment, at the price from the server',
    remedy: 'Answer 201 with a session. Take the price from your order, never from the browser.',
    async check(context) {
      const { session, payin, order } = await createPayment(context)
      if (parseRedirectUrl(session.redirect_url) === null)
        throw new Broken(
          `The session has no address of a hosted page. Its redirect_url is ${session.redirect_url}.`,
        )
      if (session.redirect_url !== payin.redirect_url)
        throw new Broken(`The redirect_url of the session is not the one of the payin for order ${order}.`)
      const extra = { amount: { value: '0.01', currency: payin.amount.currency }, price: '0.01' }
      const { payins } = await onFreshOrder(context, (each) =>
        context.shop.createUntilAccepted(each, { extra }),
      )
      const cheap = payins.find(({ amount }) => Number(amount.value) === 0.01)
      if (cheap) throw new Broken('The browser sent a price of 0.01, and the payment was created with 0.01.')
    },
  },
  {
    id: 'same-key',
    statement: 'Repeating a request with its key makes no second payment',
    remedy: keyRemedy,
    async check(context) {
      const key = randomUUID()
      const { result } = await onePayinOf(context, async (each) => {
        const first = await context.shop.createUntilAccepted(each, { key })
        return [first, await context.shop.createUntilAccepted(each, { key })] as const
      })
      if (result[0].id !== result[1].id) throw new Broken('Two requests with one key got two sessions.')
    },
  },
  {
    id: 'same-key-at-once',
    statement: 'The same request, sent several times at once, makes one payment',
    remedy: `${keyRemedy} Let the database decide which request is first: use a unique index, or lock the order.`,
    async check(context) {
      const key = randomUUID()
      const { result } = await onePayinOf(context, (each) =>
        Promise.all(Array.from({ length: 4 }, () => context.shop.createUntilAccepted(each, { key }))),
      )
      if (new Set(result.map(({ id }) => id)).size > 1)
        throw new Broken('Four simultaneous requests with one key got different sessions.')
    },
  },
  {
    id: 'lost-answer',
    statement: 'A lost answer of the service causes no second payment',
    remedy: `${keyRemedy} Answer 503 with Retry-After, never 4xx: then the widget repeats the request with its key.`,
    async check(context) {
      await onePayinOf(context, async (each) => {
        await context.service.fault('cut', 1, { operations: ['createPayin'], work: 'done' })
        await context.shop.createUntilAccepted(each)
      })
    },
  },
  {
    id: 'service-down',
    statement: 'While the service is down, a press can be repeated, and then pays once',
    remedy:
      'Answer 503 with Retry-After when the service cannot be reached. Never answer 409: to the widget that means paid.',
    async check(context) {
      await onePayinOf(context, async (each) => {
        await context.service.fault('error', 3, { operations: ['createPayin'], status: 503 })
        const key = randomUUID()
        noteMissingRetry(context, await context.shop.create(each, { key }))
        await context.shop.createUntilAccepted(each, { key })
      })
    },
  },
  {
    id: 'too-many-calls',
    statement: 'While the service answers 429, a press can be repeated, and then pays once',
    remedy: 'A 429 of the service does not refuse the order. Answer 503 with the Retry-After of the service.',
    async check(context) {
      await onePayinOf(context, async (each) => {
        await context.service.fault('rate_limit', 1, { operations: ['createPayin'], retry_after: 1 })
        await context.shop.createUntilAccepted(each)
      })
    },
  },
  {
    id: 'link',
    statement: 'A payment page that was closed can be opened again',
    remedy:
      'Answer POST {endpoint}/sessions/{id}/link with the session and its current redirect_url. Or answer it with 404, and ' +
      'answer the redirect_url in every read.',
    async check(context) {
      const { session } = await createPayment(context)
      const link = await context.shop.ask(`/sessions/${encodeURIComponent(session.id)}/link`, {
        method: 'POST',
      })
      if (link.status === 200) {
        if (hasAddress(context.shop.sessionIn(link, session))) return
        throw new Broken(`The answer to a link request has no redirect_url: ${describeAnswer(link)}.`)
      }
      if (!noSuchCall.includes(link.status))
        throw new Broken(`A link request for an open payment was answered ${describeAnswer(link)}.`)
      // A small server without this call: then the element opens the address of its reads.
      const read = await context.shop.readAnswer(session.id)
      if (!hasAddress(context.shop.sessionIn(read)))
        throw new Broken(
          `A link request was answered ${describeAnswer(link)}, and a read has no redirect_url either: ${describeAnswer(read)}.`,
        )
    },
  },
  {
    id: 'unknown-order',
    statement: 'An order that does not exist is refused, and no payment is made for it',
    remedy: 'Look up the order before you call the service, and answer 404 or 422.',
    async check(context) {
      await expectRefused(context, 'an order that does not exist', () =>
        context.shop.create(`no-such-order-${randomUUID()}`.slice(0, 36), { isUnknown: true }),
      )
    },
  },
  {
    id: 'bad-input',
    statement: 'A malformed request is refused with a reason, and the server keeps working',
    remedy: 'Validate the key and the body first, and answer 400 or 422 as application/problem+json.',
    async check(context) {
      const order = await context.orders()
      for (const [what, init] of broken(order))
        await expectRefused(context, what, () => context.shop.ask('/sessions', { method: 'POST', ...init }))
      await createPayment(context)
    },
  },
]

const json = { 'Content-Type': 'application/json' }

/** Malformed requests. The widget never sends one of them. */
function broken(order: string): readonly (readonly [what: string, init: ShopRequest])[] {
  const bodies: readonly (readonly [what: string, body: string])[] = [
    ['a body that is not JSON', '{"order":'],
    ['a body without an order', '{}'],
    ['an order that is a number', JSON.stringify({ order: 7, kind: 'payin' })],
    ['an order that is a list', JSON.stringify({ order: [order] })],
    ['a body that is a list', '[]'],
    ['a body that is null', 'null'],
    ['an order with quotes', JSON.stringify({ order: `x' or '1'='1` })],
    ['an empty body', ''],
    ['a body of 2 MB', JSON.stringify({ order: 'x'.repeat(2_000_000) })],
  ]
  const withKey = () => ({ ...json, 'Idempotency-Key': randomUUID() })
  const keyless = { headers: json, body: JSON.stringify({ order, kind: 'payin' }) }
  return [
    ['a request without an Idempotency-Key', keyless],
    ...bodies.map(([what, body]) => [what, { headers: withKey(), body }] as const),
  ]
}

/** @throws {Broken} if the request is not refused, or creates a payin although it is refused */
async function expectRefused(
  context: PromiseContext,
  what: string,
  ask: () => Promise<Answer>,
): Promise<void> {
  const { result: answer, payins } = await context.service.madeBy(() => ask().catch(nullIfCut))
  if (payins.length > 0) throw new Broken(`A payin was created for ${what}.`)
  // A server may close the connection of a request that is too large.
  if (answer === null) return
  if (answer.status < 400 || answer.status >= 500)
    throw new Broken(`${what[0]?.toUpperCase()}${what.slice(1)} got the answer ${describeAnswer(answer)}.`)
  if (!answer.headers.get('Content-Type')?.includes('json'))
    context.note(
      `a refused request got the answer ${describeAnswer(answer)}; application/problem+json would tell a developer why`,
    )
}

function nullIfCut(error: unknown): null {
  if (error instanceof Broken && /ECONNRESET|EPIPE|other side closed|socket/i.test(error.message)) return null
  throw error
}

function noteMissingRetry({ note }: PromiseContext, answer: Answer): void {
  if (answer.status < 300) return
  if (answer.status !== 503 || !answer.headers.has('Retry-After'))
    note(`the answer was ${describeAnswer(answer)}; 503 with Retry-After tells the widget when to retry`)
}
