// Promises about webhooks: lost, repeated, late, in the wrong order, malformed, and forged.
import { createHmac, randomUUID } from 'node:crypto'
import { ask, reasonOf } from '../../ask.ts'
import type { SandboxPayin, SentDelivery } from '../../sandbox-client/answers.ts'
import { Broken, type PromiseContext, type ServerPromise } from '../promise.ts'
import {
  type CreatedPayment,
  createAnother,
  createPayment,
  expectComplete,
  expectOutcome,
  expectPaid,
  expectSameOutcome,
  expectUnpaid,
  updateTimeoutMs,
} from './steps.ts'

const signatureRemedy =
  'Check X-Webhook-Signature: the hexadecimal HMAC-SHA256 of the exact bytes of the body, compared in constant time. Then read ' +
  'the payin at the service: a webhook is only a hint that it has changed.'

export const webhooks: readonly ServerPromise[] = [
  {
    id: 'webhook-lost',
    statement: 'A payment is found even if all its webhooks are lost',
    remedy: 'Read every open payin at the service from time to time, even if no page is open any more.',
    async prepare(context) {
      const { order, session, payin } = await createPayment(context)
      if (payin.webhook_url) await context.service.fault('webhook_lost', 3)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      return async () => {
        // With --paid-url, do not read the session: the server must find the payment without an open page.
        const { paid } = context
        const found = paid ? await paid.askUntilPaid(order, context.sweepTimeoutMs) : null
        if (found && !found.paid)
          throw new Broken(
            `Order ${order} is not paid ${context.sweepTimeoutMs / 1_000} seconds after its payment arrived. --timeout sets a longer time.`,
          )
        await expectOutcome(context, session, 'complete', context.sweepTimeoutMs)
        if (!paid) context.note('add --paid-url to check that it is found without an open page, too')
      }
    },
  },
  {
    id: 'webhook-twice',
    statement: 'A webhook that arrives twice pays an order once',
    remedy:
      'Store each webhook by a hash of its body. Mark the order paid in one transaction that first checks whether it is paid.',
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.fault('webhook_duplicate', 3, { copies: 3 })
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      const deliveries = await context.service.waitForDeliveries(payin, 3)
      expectNotRefused(deliveries)
      await expectOutcome(context, session, 'complete')
      for (const delivery of deliveries.slice(-2)) await context.service.resend(delivery)
      await context.service.waitForDeliveries(payin, deliveries.length + 2)
      await expectSameOutcome(context, session, 'complete', 'its webhooks arrived again')
      await expectPaid(context, order)
      if (!context.paid) context.note('add --paid-url to check how often the order was shipped, too')
    },
  },
  {
    id: 'webhook-forged',
    statement: 'Only the service can report that a payment has arrived',
    remedy: signatureRemedy,
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.fault('webhook_forged', 1)
      await context.service.move(payin.id, 'INITIATED')
      const forged = (await context.service.waitForDeliveries(payin, 2)).find((delivery) => delivery.forged)
      await expectUnchanged(
        context,
        { order, session, payin },
        'a webhook with a wrong signature reported COMPLETED',
      )
      noteAccepted(context, 'a webhook with a wrong signature', forged?.status)
    },
  },
  {
    id: 'webhook-unsigned',
    statement: 'A webhook without a signature changes nothing',
    remedy: signatureRemedy,
    async check(context) {
      const created = await createPayment(context)
      await context.service.waitForDeliveries(created.payin, 0)
      const body = bodyOf({ ...created.payin, status: 'COMPLETED' })
      const status = await post(context, created.payin, body, null)
      await expectUnchanged(context, created, 'a webhook without a signature reported COMPLETED')
      noteAccepted(context, 'a webhook without a signature', status)
    },
  },
  {
    id: 'webhook-garbage',
    statement: 'An unreadable webhook breaks nothing',
    remedy: 'Read the body as bytes, check the signature, and answer 400 if it is not JSON or not a payin.',
    async check(context) {
      const { session, payin } = await createPayment(context)
      await context.service.waitForDeliveries(payin, 0)
      const bodies = [
        '',
        '{',
        'null',
        '[]',
        '{"id":7}',
        bodyOf({ ...payin, id: randomUUID(), status: 'COMPLETED' }),
      ]
      for (const body of bodies) await post(context, payin, body, sign(context, body))
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await expectOutcome(context, session, 'complete')
    },
  },
  {
    id: 'webhook-order',
    statement: 'Webhooks in the wrong order do not undo a payment',
    remedy: `A complete payment stays complete. ${signatureRemedy}`,
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      const early = await context.service.waitForDeliveries(payin, 2)
      await context.service.move(payin.id, 'COMPLETED')
      await context.service.waitForDeliveries(payin, 3)
      await expectOutcome(context, session, 'complete')
      for (const delivery of early) await context.service.resend(delivery)
      await context.service.waitForDeliveries(payin, 5)
      await expectSameOutcome(context, session, 'complete', 'an older webhook arrived last')
      await expectPaid(context, order)
    },
  },
  {
    id: 'webhook-of-earlier',
    statement: 'A webhook of a failed attempt does not end the attempt that is paid',
    remedy:
      'Find the session by the id of the payin. The reference names the order, and an order can have several payins.',
    async check(context) {
      const first = await createPayment(context)
      await context.service.move(first.payin.id, 'INITIATED', 'FAILED')
      const deliveries = await context.service.waitForDeliveries(first.payin, 2)
      await expectOutcome(context, first.session, 'failed')
      const { session, payin: second } = await createAnother(context, first.order)
      await context.service.move(second.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await expectOutcome(context, session, 'complete')
      // Wait for its own webhooks first. One that arrives after the repeated webhooks would hide their effect.
      await context.service.waitForDeliveries(second, 3)
      for (const delivery of deliveries) await context.service.resend(delivery)
      await context.service.waitForDeliveries(first.payin, deliveries.length + 2)
      await expectSameOutcome(context, session, 'complete', 'a webhook of an earlier attempt arrived again')
      await expectPaid(context, first.order)
    },
  },
  {
    id: 'webhook-while-down',
    statement: 'A webhook that arrives while the service does not answer is not lost',
    remedy: 'Store the webhook before you answer it, or answer 503: then the service sends it again.',
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      await context.service.waitForDeliveries(payin, 2)
      await context.service.fault('error', 2, { operations: ['getPayin', 'listPayins'], status: 503 })
      await context.service.move(payin.id, 'COMPLETED')
      await context.service.waitForDeliveries(payin, 3)
      await expectComplete(context, { session, order }, context.sweepTimeoutMs)
    },
  },
]

/** A status of 500 or above is a temporary failure. @throws {Broken} if a genuine webhook was refused or redirected */
function expectNotRefused(deliveries: readonly SentDelivery[]): void {
  const status = deliveries.find(({ status }) => status && status >= 300 && status < 500)?.status
  if (status)
    throw new Broken(
      `A webhook with the right signature was answered ${status}. Only 2xx counts as received, and a redirect is not followed.`,
    )
}

/** @throws {Broken} if the webhook had an effect */
async function expectUnchanged(
  context: PromiseContext,
  { order, session }: CreatedPayment,
  after: string,
): Promise<void> {
  await expectSameOutcome(context, session, 'open', after)
  await expectUnpaid(context, order, after)
}

/** Sends a webhook in the form of the service. @returns the status of the answer */
async function post(
  { ended }: PromiseContext,
  payin: SandboxPayin,
  body: string,
  signature: string | null,
): Promise<number> {
  try {
    const headers = {
      'Content-Type': 'application/json',
      ...(signature && { 'X-Webhook-Signature': signature }),
    }
    const request = { method: 'POST', headers, body }
    const { status } = await ask(payin.webhook_url ?? '', request, { limitMs: updateTimeoutMs, ended })
    return status
  } catch (error) {
    if (ended.aborted) throw error
    throw new Broken(`A webhook got no answer: ${reasonOf(error)}. Its body was ${body.slice(0, 60)}`)
  }
}

const bodyOf = (payin: SandboxPayin): string => JSON.stringify(payin)

const sign = ({ service }: PromiseContext, body: string): string =>
  createHmac('sha256', service.webhookSecret).update(body).digest('hex')

function noteAccepted(
  { note }: PromiseContext,
  what: string,
  status: SentDelivery['status'] | undefined,
): void {
  if (status && status < 300)
    note(`${what} was answered ${status}; 401 would show a wrong secret to whoever configures it`)
}
