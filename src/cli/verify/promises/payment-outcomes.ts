// Promises about the end of a payment: what the page shows, and which data it must never get.
import { type Answer, ask, reasonOf } from '../../ask.ts'
import { Broken, type PromiseContext, type ServerPromise } from '../promise.ts'
import { describeAnswer } from '../shop-client.ts'
import {
  createAnother,
  createPayment,
  describeSession,
  expectComplete,
  expectOutcome,
  expectUnpaid,
  updateTimeoutMs,
} from './steps.ts'

/** Characters of an id with 128 random bits in base64url. Hexadecimal needs 32. */
const shortestId = 22

export const paymentOutcomes: readonly ServerPromise[] = [
  {
    id: 'complete',
    statement: 'A completed payment is shown as paid, and its order is paid',
    remedy:
      'Answer the status that the service has for the payin. Read it after a webhook, or when the page reads the session.',
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      const promise = await context.shop.readUntil(
        session,
        ({ outcome }) => outcome !== 'open',
        updateTimeoutMs,
      )
      // A shop that ships on AUTHORIZED answers `complete` here, and its order is paid.
      if (promise.outcome === 'authorized')
        await expectUnpaid(
          context,
          order,
          'the service reported AUTHORIZED, which the session shows as not final',
        )
      await context.service.move(payin.id, 'COMPLETED')
      await expectComplete(context, { session, order })
      if (!context.paid) context.note('add --paid-url to check that the order is paid, too')
    },
  },
  ...(['FAILED', 'EXPIRED'] as const).map(
    (status): ServerPromise => ({
      id: status.toLowerCase(),
      statement:
        status === 'FAILED'
          ? 'A failed payment is shown as failed, and the shopper can try again'
          : 'An expired payment is shown as expired, and the shopper can start again',
      remedy: `Create a new payin, with the new key, for a create request after ${status}. Only the old key returns the old session.`,
      async check(context) {
        const { order, session, payin } = await createPayment(context)
        await context.service.move(payin.id, 'INITIATED', status)
        await expectOutcome(context, session, status === 'FAILED' ? 'failed' : 'expired')
        await expectUnpaid(context, order, `its payment was ${status}`)
        const { session: again } = await createAnother(context, order)
        if (again.outcome !== 'open' || !again.redirect_url)
          throw new Broken(
            `After ${status}, a new create request got a session with the status ${describeSession(again)} and cannot be paid.`,
          )
      },
    }),
  ),
  {
    id: 'no-such-session',
    onlyReads: true,
    statement: 'A payment that does not exist is not found',
    remedy: 'Answer 404 as application/problem+json. The widget cannot use a page of the shop.',
    async check({ shop, note }) {
      const answer = await shop.readAnswer('cs_4nO-SuchSession-4nO-SuchSession')
      if (answer.status !== 404 && answer.status !== 410)
        throw new Broken(`A session that does not exist was answered ${describeAnswer(answer)}.`)
      if (!answer.headers.get('Content-Type')?.includes('json'))
        note(`the answer was ${describeAnswer(answer)}`)
    },
  },
  {
    id: 'capability',
    statement: 'Nobody can guess the address of another shopper’s payment',
    remedy:
      'Use at least 128 random bits for the id, such as 22 characters of base64url. Never derive it from a number or the order.',
    async check(context) {
      const [first, second] = [await createPayment(context), await createPayment(context)]
      for (const { session, payin, order } of [first, second]) {
        if (session.id.replace(/^[a-z]{1,8}_/, '').length < shortestId)
          throw new Broken(`The id ${session.id} has fewer than ${shortestId} characters.`)
        if (session.id.includes(payin.id))
          throw new Broken('The id of the session contains the id of the payin.')
        if (order.length > 3 && session.id.includes(order))
          throw new Broken(`The id of the session contains the id of the order: ${session.id}.`)
      }
      const same = commonPrefixLength(first.session.id, second.session.id)
      if (first.session.id.length - same < shortestId / 2)
        throw new Broken(`Two ids differ in ${first.session.id.length - same} characters only.`)
    },
  },
  {
    id: 'private',
    statement:
      'The page gets no data about the payer and no keys of the shop, and no cache keeps its answers',
    remedy: 'Answer only the fields of the protocol, with Cache-Control: no-store.',
    async check({ shop, service, ...context }) {
      const { session, payin } = await createPayment({ shop, service, ...context })
      const answer = await shop.readAnswer(session.id)
      const secrets = {
        'API key': service.apiKey,
        'webhook secret': service.webhookSecret,
        'payer’s e-mail': payin.payer.email,
      }
      for (const [what, secret] of Object.entries(secrets))
        if (answer.text.includes(secret)) throw new Broken(`A read of the session exposes the ${what}.`)
      if (payin.webhook_url && answer.text.includes(payin.webhook_url))
        throw new Broken('A read of the session exposes the webhook address.')
      const caching = answer.headers.get('Cache-Control') ?? ''
      if (!/no-store|no-cache|private|max-age=0/.test(caching))
        throw new Broken(`Caches may keep a read of the session: Cache-Control is ${caching || 'missing'}.`)
    },
  },
  {
    id: 'return',
    statement: 'A shopper who returns finds a page, and the return alone does not mark the order paid',
    remedy:
      'Give the service a return_url whose page holds <payin-return>. Trust the status at the service, never the return.',
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      if (!payin.return_url)
        throw new Broken('The payin has no return_url, so the shopper cannot come back from the service.')
      const { status, text } = await openReturnPage(context, payin.return_url)
      if (status < 200 || status > 299)
        throw new Broken(`The return_url ${payin.return_url} answered ${status}.`)
      if (!text.includes('<payin-return'))
        context.note(
          `the page at ${new URL(payin.return_url).pathname} has no <payin-return> in its HTML; a script may add it`,
        )
      const now = await context.shop.read(session)
      if (now.outcome !== 'open')
        throw new Broken(
          `The shopper came back without paying, and the session has the status ${describeSession(now)}.`,
        )
      await expectUnpaid(context, order, 'a shopper came back without paying')
    },
  },
]

/** Opens the return page as a shopper's browser does. @throws {Broken} without an answer */
async function openReturnPage({ ended }: PromiseContext, address: string): Promise<Answer> {
  try {
    return await ask(address, { redirect: 'follow' }, { limitMs: updateTimeoutMs, ended })
  } catch (error) {
    if (ended.aborted) throw error
    throw new Broken(`There is no answer at the return_url ${address}: ${reasonOf(error)}.`)
  }
}

function commonPrefixLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
