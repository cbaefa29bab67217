// The page follows the payment: what it is shown, and what it must never see.

import { within } from '../../time-limit.ts'
import { Broken, type PromiseContext, type ServerPromise } from '../promise.ts'
import { describeAnswer, reasonOf } from '../shop-client.ts'
import {
  createPayment,
  describeSession,
  expectOnePayin,
  expectOutcome,
  expectPaid,
  expectUnpaid,
  updateTimeoutMs,
} from './steps.ts'

/** A capability of 128 bits: 22 letters of base64url, 32 of hexadecimal. */
const shortestId = 22

export const paymentOutcomes: readonly ServerPromise[] = [
  {
    id: 'complete',
    statement: 'A payment that has arrived is shown as paid, and the order is paid',
    remedy: 'Answer what the service says of the payin, by a webhook or when the session is read.',
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      const promise = await context.shop.readUntil(
        session,
        ({ outcome }) => outcome !== 'open',
        updateTimeoutMs,
      )
      // A shop that ships on AUTHORIZED says `complete` here, and its order is paid.
      if (promise.outcome === 'authorized')
        await expectUnpaid(
          context,
          order,
          'the service had said AUTHORIZED, which the session shows as not final',
        )
      await context.service.move(payin.id, 'COMPLETED')
      await expectOutcome(context, session, 'complete')
      await expectPaid(context, order)
      if (!context.paid) context.note('with --paid-url it is seen that the order is paid, too')
    },
  },
  ...(['FAILED', 'EXPIRED'] as const).map(
    (status): ServerPromise => ({
      id: status.toLowerCase(),
      statement:
        status === 'FAILED'
          ? 'A payment that failed is shown as failed, and can be tried again'
          : 'A payment whose time is up is shown as expired, and can be begun again',
      remedy: `Make a new payin for a press after ${status}, with the new key. Only the old key gives the old session.`,
      async check(context) {
        const { order, session, payin } = await createPayment(context)
        await context.service.move(payin.id, 'INITIATED', status)
        await expectOutcome(context, session, status === 'FAILED' ? 'failed' : 'expired')
        await expectUnpaid(context, order, `its payment was ${status}`)
        const { result: again, payins } = await context.service.madeBy(() =>
          context.shop.createUntilAccepted(order),
        )
        expectOnePayin(context, payins, order)
        if (again.outcome !== 'open' || !again.redirect_url)
          throw new Broken(
            `After ${status}, a new press got a session that says ${describeSession(again)} and cannot be paid.`,
          )
      },
    }),
  ),
  {
    id: 'no-such-session',
    statement: 'A payment that does not exist is not found',
    remedy:
      'Answer 404 as application/problem+json; a page of the shop in its place is no answer to the widget.',
    async check({ shop, note }) {
      const answer = await shop.readAnswer('cs_4nO-SuchSession-4nO-SuchSession')
      if (answer.status !== 404 && answer.status !== 410)
        throw new Broken(`A session that does not exist was answered ${describeAnswer(answer)}.`)
      if (!answer.headers.get('Content-Type')?.includes('json'))
        note(`it is answered ${describeAnswer(answer)}`)
    },
  },
  {
    id: 'capability',
    statement: 'Nobody can guess the address of another shopper’s payment',
    remedy:
      'Make the id of at least 128 random bits, such as 22 letters of base64url; never of a number or the order.',
    async check(context) {
      const [first, second] = [await createPayment(context), await createPayment(context)]
      for (const { session, payin, order } of [first, second]) {
        if (session.id.replace(/^[a-z]{1,8}_/, '').length < shortestId)
          throw new Broken(`The id ${session.id} has less than ${shortestId} letters.`)
        if (session.id.includes(payin.id)) throw new Broken('The id of the session is that of the payin.')
        if (order.length > 3 && session.id.includes(order))
          throw new Broken(`The id of the session holds the order's: ${session.id}.`)
      }
      const same = commonPrefixLength(first.session.id, second.session.id)
      if (first.session.id.length - same < shortestId / 2)
        throw new Broken(`Two ids differ in ${first.session.id.length - same} letters alone.`)
    },
  },
  {
    id: 'private',
    statement:
      'The page is told nothing about the payer or the shop’s keys, and nobody keeps what it is told',
    remedy: 'Answer the fields of the protocol alone, with Cache-Control: no-store.',
    async check({ shop, service, ...context }) {
      const { session, payin } = await createPayment({ shop, service, ...context })
      const answer = await shop.readAnswer(session.id)
      const secrets = {
        'API key': service.apiKey,
        'webhook secret': service.webhookSecret,
        'payer’s e-mail': payin.payer.email,
      }
      for (const [what, secret] of Object.entries(secrets))
        if (answer.text.includes(secret)) throw new Broken(`A read of the session tells the ${what}.`)
      if (payin.webhook_url && answer.text.includes(payin.webhook_url))
        throw new Broken('A read of the session tells the address of the webhooks.')
      const caching = answer.headers.get('Cache-Control') ?? ''
      if (!/no-store|no-cache|private|max-age=0/.test(caching))
        throw new Broken(
          `A read of the session may be kept by others: Cache-Control is ${caching || 'missing'}.`,
        )
    },
  },
  {
    id: 'return',
    statement: 'A shopper who comes back finds a page, and coming back alone pays nothing',
    remedy:
      'Give the service a return_url with a page that holds <payin-return>. Believe the service, never the return.',
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      if (!payin.return_url)
        throw new Broken('The payin has no return_url, so the shopper is left at the service.')
      const { status, page } = await openReturnPage(context, payin.return_url)
      if (status < 200 || status > 299)
        throw new Broken(`The return_url ${payin.return_url} is answered ${status}.`)
      if (!page.includes('<payin-return'))
        context.note(
          `the page at ${new URL(payin.return_url).pathname} names no <payin-return> in its HTML; perhaps a script adds it`,
        )
      const now = await context.shop.read(session)
      if (now.outcome !== 'open')
        throw new Broken(
          `The shopper came back without paying, and the session says ${describeSession(now)}.`,
        )
      await expectUnpaid(context, order, 'a shopper came back without paying')
    },
  },
]

/** A shopper's browser comes back. @throws {Broken} where nobody answers */
async function openReturnPage(
  { ended }: PromiseContext,
  address: string,
): Promise<{ status: number; page: string }> {
  try {
    return await within(updateTimeoutMs, ended, async (signal) => {
      const response = await fetch(address, { signal })
      return { status: response.status, page: await response.text() }
    })
  } catch (error) {
    if (ended.aborted) throw error
    throw new Broken(`Nobody answers at the return_url ${address}: ${reasonOf(error)}.`)
  }
}

function commonPrefixLength(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
