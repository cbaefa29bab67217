// The page follows the payment: what it is shown, and what it must never see.

import { within } from '../../time-limit.ts'
import { Broken, type Promised, type Trial } from '../promise.ts'
import { reasonOf, shown } from '../shop-client.ts'
import { hears, isPaid, isUnpaid, newsLimitMs, onlyOne, pressed, said } from './steps.ts'

/** A capability of 128 bits: 22 letters of base64url, 32 of hexadecimal. */
const shortestId = 22

export const following: readonly Promised[] = [
  {
    id: 'complete',
    says: 'A payment that has arrived is shown as paid, and the order is paid',
    remedy: 'Answer what the service says of the payin, by a webhook or when the session is read.',
    async hold(trial) {
      const { order, session, payin } = await pressed(trial)
      await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      const promised = await trial.shop.readUntil(session, ({ outcome }) => outcome !== 'open', newsLimitMs)
      // A shop that ships on AUTHORIZED says `complete` here, and its order is paid.
      if (promised.outcome === 'authorized')
        await isUnpaid(trial, order, 'the service had said AUTHORIZED, which the session shows as not final')
      await trial.service.move(payin.id, 'COMPLETED')
      await hears(trial, session, 'complete')
      await isPaid(trial, order)
      if (!trial.paid) trial.note('with --paid-url it is seen that the order is paid, too')
    },
  },
  ...(['FAILED', 'EXPIRED'] as const).map(
    (status): Promised => ({
      id: status.toLowerCase(),
      says:
        status === 'FAILED'
          ? 'A payment that failed is shown as failed, and can be tried again'
          : 'A payment whose time is up is shown as expired, and can be begun again',
      remedy: `Make a new payin for a press after ${status}, with the new key. Only the old key gives the old session.`,
      async hold(trial) {
        const { order, session, payin } = await pressed(trial)
        await trial.service.move(payin.id, 'INITIATED', status)
        await hears(trial, session, status === 'FAILED' ? 'failed' : 'expired')
        await isUnpaid(trial, order, `its payment was ${status}`)
        const { result: again, payins } = await trial.service.madeBy(() => trial.shop.pressUntilTaken(order))
        onlyOne(trial, payins, order)
        if (again.outcome !== 'open' || !again.redirect_url)
          throw new Broken(
            `After ${status}, a new press got a session that says ${said(again)} and cannot be paid.`,
          )
      },
    }),
  ),
  {
    id: 'no-such-session',
    says: 'A payment that does not exist is not found',
    remedy:
      'Answer 404 as application/problem+json; a page of the shop in its place is no answer to the widget.',
    async hold({ shop, note }) {
      const answer = await shop.readAnswer('cs_4nO-SuchSession-4nO-SuchSession')
      if (answer.status !== 404 && answer.status !== 410)
        throw new Broken(`A session that does not exist was answered ${shown(answer)}.`)
      if (!answer.headers.get('Content-Type')?.includes('json')) note(`it is answered ${shown(answer)}`)
    },
  },
  {
    id: 'capability',
    says: 'Nobody can guess the address of another shopper’s payment',
    remedy:
      'Make the id of at least 128 random bits, such as 22 letters of base64url; never of a number or the order.',
    async hold(trial) {
      const [first, second] = [await pressed(trial), await pressed(trial)]
      for (const { session, payin, order } of [first, second]) {
        if (session.id.replace(/^[a-z]{1,8}_/, '').length < shortestId)
          throw new Broken(`The id ${session.id} has less than ${shortestId} letters.`)
        if (session.id.includes(payin.id)) throw new Broken('The id of the session is that of the payin.')
        if (order.length > 3 && session.id.includes(order))
          throw new Broken(`The id of the session holds the order's: ${session.id}.`)
      }
      const same = sharedStart(first.session.id, second.session.id)
      if (first.session.id.length - same < shortestId / 2)
        throw new Broken(`Two ids differ in ${first.session.id.length - same} letters alone.`)
    },
  },
  {
    id: 'private',
    says: 'The page is told nothing about the payer or the shop’s keys, and nobody keeps what it is told',
    remedy: 'Answer the fields of the protocol alone, with Cache-Control: no-store.',
    async hold({ shop, service, ...trial }) {
      const { session, payin } = await pressed({ shop, service, ...trial })
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
    says: 'A shopper who comes back finds a page, and coming back alone pays nothing',
    remedy:
      'Give the service a return_url with a page that holds <payin-return>. Believe the service, never the return.',
    async hold(trial) {
      const { order, session, payin } = await pressed(trial)
      if (!payin.return_url)
        throw new Broken('The payin has no return_url, so the shopper is left at the service.')
      const { status, page } = await visit(trial, payin.return_url)
      if (status < 200 || status > 299)
        throw new Broken(`The return_url ${payin.return_url} is answered ${status}.`)
      if (!page.includes('<payin-return'))
        trial.note(
          `the page at ${new URL(payin.return_url).pathname} names no <payin-return> in its HTML; perhaps a script adds it`,
        )
      const now = await trial.shop.read(session)
      if (now.outcome !== 'open')
        throw new Broken(`The shopper came back without paying, and the session says ${said(now)}.`)
      await isUnpaid(trial, order, 'a shopper came back without paying')
    },
  },
]

/** A shopper's browser comes back. @throws {Broken} where nobody answers */
async function visit({ ended }: Trial, address: string): Promise<{ status: number; page: string }> {
  try {
    return await within(newsLimitMs, ended, async (signal) => {
      const response = await fetch(address, { signal })
      return { status: response.status, page: await response.text() }
    })
  } catch (error) {
    if (ended.aborted) throw error
    throw new Broken(`Nobody answers at the return_url ${address}: ${reasonOf(error)}.`)
  }
}

function sharedStart(one: string, other: string): number {
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  return at
}
