// Parts of the protocol that a server may leave out. Where they are there, they must be right.
import { setTimeout as sleep } from 'node:timers/promises'
import { Broken, NotOffered, type ServerPromise } from '../promise.ts'
import { type Answer, describeAnswer } from '../shop-client.ts'
import { createPayment } from './steps.ts'

const holdSeconds = 5
/** So long a request takes at most to arrive on this machine. */
const arrivesMs = 500

export const optional: readonly ServerPromise[] = [
  {
    id: 'unchanged',
    statement: 'A page that has the news already is told so in a few bytes',
    remedy: 'Send an ETag that changes with the session, and answer 304 to the If-None-Match that has it.',
    async check(context) {
      const { session, payin } = await createPayment(context)
      const first = await context.shop.readAnswer(session.id)
      const etag = first.headers.get('ETag')
      if (!etag) throw new NotOffered('no ETag: the widget asks again at growing intervals')
      const same = await context.shop.readAnswer(session.id, { 'If-None-Match': etag })
      if (same.status !== 304)
        throw new Broken(`A read with the ETag of just now was answered ${describeAnswer(same)}.`)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      await context.shop.readUntil(session, ({ outcome }) => outcome !== 'open', context.sweepTimeoutMs)
      const changed = await context.shop.readAnswer(session.id, { 'If-None-Match': etag })
      if (changed.status !== 200)
        throw new Broken(`The session has changed, and the old ETag is answered ${describeAnswer(changed)}.`)
    },
  },
  {
    id: 'held-read',
    statement: 'A page hears the news at once, without asking again and again',
    remedy:
      'Hold a read with If-None-Match and Prefer: wait until the session changes, and say Preference-Applied: wait=…',
    async check(context) {
      const { session, payin } = await createPayment(context)
      const etag = (await context.shop.readAnswer(session.id)).headers.get('ETag')
      if (!etag) throw new NotOffered('no ETag, so no read can be held')
      const held = context.shop.readAnswer(session.id, {
        'If-None-Match': etag,
        Prefer: `wait=${holdSeconds}`,
      })
      await sleep(arrivesMs)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      const answer = await held
      if (!answer.headers.get('Preference-Applied')?.includes('wait'))
        throw new NotOffered('reads are answered at once: the widget asks again at growing intervals')
      // Without webhooks, nobody has told the server.
      if (answer.status !== 200 && payin.webhook_url)
        throw new Broken(`A read was held while the session changed, and answered ${describeAnswer(answer)}.`)
    },
  },
  {
    id: 'link',
    statement: 'A payment page that was closed can be opened again',
    remedy: 'Answer POST {endpoint}/sessions/{id}/link with the session and its current redirect_url.',
    async check(context) {
      const { session } = await createPayment(context)
      const answer = await context.shop.ask(`/sessions/${encodeURIComponent(session.id)}/link`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: '{}',
      })
      // A payin can do without, so what is not answered is not there.
      if (answer.status !== 200)
        throw new NotOffered('no fresh links: needed for on-ramps and for payouts with a code alone')
      if (!context.shop.sessionIn(answer, session).redirect_url)
        throw new Broken(`A fresh link has no redirect_url: ${describeAnswer(answer)}.`)
    },
  },
  {
    id: 'banks',
    statement: 'A shopper finds their bank without leaving the shop',
    remedy: 'Answer GET {endpoint}/banks with the list of the service: { "content": […] }.',
    async check({ shop }) {
      const answer = await shop.askUntilAvailable('/banks?page=1&page_size=5')
      if (isAbsent(answer))
        throw new NotOffered('no list of banks: the shopper finds the bank on the hosted page')
      expectList(answer, 'banks')
    },
  },
  {
    id: 'instruments',
    statement: 'A shopper who is signed in can pay with an account that they used before',
    remedy:
      'Answer GET {endpoint}/instruments with { "content": […] }, each account masked; 404 for who is not signed in.',
    async check({ shop }) {
      const answer = await shop.askUntilAvailable('/instruments')
      if (isAbsent(answer) || answer.status === 401 || answer.status === 403)
        throw new NotOffered('no instruments for somebody who is not signed in')
      expectList(answer, 'instruments')
      if (/[A-Z]{2}\d{2}[A-Z0-9]{11,}/.test(answer.text))
        throw new Broken('A whole IBAN is told to the page.')
    },
  },
]

/** No such address: a router's own answer. */
const isAbsent = ({ status }: Answer): boolean => [404, 405, 410, 501].includes(status)

/** @throws {Broken} where it is no list of the service */
function expectList(answer: Answer, what: string): void {
  const content = (answer.json as { content?: unknown } | null | undefined)?.content
  if (answer.status !== 200 || !Array.isArray(content))
    throw new Broken(`The ${what} are no list in "content": ${describeAnswer(answer)}.`)
}
