// Promises about the optional parts of the protocol. A server may leave a part out, but a part that is there must work.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../ask.ts'
import { Broken, NotOffered, type ServerPromise } from '../promise.ts'
import { describeAnswer } from '../shop-client.ts'
import { createPayment } from './steps.ts'

const holdSeconds = 5
/** Time for a request to arrive on this machine. */
const arrivesMs = 500

export const optional: readonly ServerPromise[] = [
  {
    id: 'unchanged',
    statement: 'A page that is up to date gets a short answer: unchanged',
    remedy:
      'Send an ETag that changes with the session, and answer 304 to an If-None-Match with the same ETag.',
    async check(context) {
      const { session, payin } = await createPayment(context)
      const first = await context.shop.readAnswer(session.id)
      const etag = first.headers.get('ETag')
      if (!etag) throw new NotOffered('no ETag: the widget polls at growing intervals')
      const same = await context.shop.readAnswer(session.id, { 'If-None-Match': etag })
      if (same.status !== 304)
        throw new Broken(`A read with the current ETag was answered ${describeAnswer(same)}.`)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      await context.shop.readUntil(session, ({ outcome }) => outcome !== 'open', context.sweepTimeoutMs)
      const changed = await context.shop.readAnswer(session.id, { 'If-None-Match': etag })
      if (changed.status !== 200)
        throw new Broken(
          `The session has changed, but a read with the old ETag was answered ${describeAnswer(changed)}.`,
        )
    },
  },
  {
    id: 'held-read',
    statement: 'A page receives a change at once, without polling',
    remedy:
      'Hold a read with If-None-Match and Prefer: wait until the session changes, and answer Preference-Applied: wait=…',
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
        throw new NotOffered('reads are answered at once: the widget polls at growing intervals')
      // Without webhooks, the server cannot know of the change yet.
      if (answer.status !== 200 && payin.webhook_url)
        throw new Broken(
          `A read was held while the session changed, and then answered ${describeAnswer(answer)}.`,
        )
    },
  },
  {
    id: 'banks',
    onlyReads: true,
    statement: 'A shopper finds their bank without leaving the shop',
    remedy: 'Answer GET {endpoint}/banks with the list from the service: { "content": […] }.',
    async check({ shop }) {
      const answer = await shop.askUntilAvailable('/banks?page=1&page_size=5')
      if (isAbsent(answer))
        throw new NotOffered('no list of banks: the shopper finds the bank on the hosted page')
      expectList(answer, 'banks')
    },
  },
  {
    id: 'instruments',
    onlyReads: true,
    statement: 'A signed-in shopper can pay with an account that they used before',
    remedy:
      'Answer GET {endpoint}/instruments with { "content": […] }, each account masked. Answer 404 to a shopper who is not signed in.',
    async check({ shop }) {
      const answer = await shop.askUntilAvailable('/instruments')
      if (isAbsent(answer) || answer.status === 401 || answer.status === 403)
        throw new NotOffered('no instruments for a shopper who is not signed in')
      expectList(answer, 'instruments')
      if (/[A-Z]{2}\d{2}[A-Z0-9]{11,}/.test(answer.text))
        throw new Broken('The answer contains an IBAN that is not masked.')
    },
  },
]

/** Statuses that a router answers for an unknown path. */
const isAbsent = ({ status }: Answer): boolean => [404, 405, 410, 501].includes(status)

/** @throws {Broken} if the answer is not a list in `content` */
function expectList(answer: Answer, what: string): void {
  const content = (answer.json as { content?: unknown } | null | undefined)?.content
  if (answer.status !== 200 || !Array.isArray(content))
    throw new Broken(`The ${what} are not a list in "content": ${describeAnswer(answer)}.`)
}

const maxListed = 5

export const form: readonly ServerPromise[] = [
  {
    id: 'fields',
    statement: 'Every answer has the fields that the protocol describes',
    remedy: 'Compare the answers with payin-checkout/openapi.json, or generate your types from it.',
    async check(context) {
      const { shop } = context
      const { session } = await createPayment(context)
      await shop.read(session)
      await shop.ask(`/sessions/${encodeURIComponent(session.id)}/link`, { method: 'POST' })
      await shop.ask('/sessions/no-such-session')
      for (const list of ['/banks?page=1&page_size=5', '/instruments']) await shop.ask(list)
      const all = [...shop.mistakes]
      const more = all.length > maxListed ? ` And ${all.length - maxListed} more.` : ''
      if (all.length > 0) throw new Broken(`${all.slice(0, maxListed).join(' ')}${more}`)
    },
  },
]
