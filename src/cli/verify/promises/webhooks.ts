// The service tells the shop what became of a payment: once, twice, too late, in the wrong order, not at all. Others try, too.
import { createHmac, randomUUID } from 'node:crypto'
import { within } from '../../time-limit.ts'
import { Broken, type PromiseContext, type ServerPromise } from '../promise.ts'
import type { Delivery, SandboxPayin } from '../service.ts'
import { reasonOf } from '../shop-client.ts'
import {
  type CreatedPayment,
  createPayment,
  expectOutcome,
  expectPaid,
  expectSameOutcome,
  expectUnpaid,
  updateTimeoutMs,
} from './steps.ts'

const signatureRemedy =
  'Check X-Webhook-Signature: the hexadecimal HMAC-SHA256 of the exact bytes of the body, compared in constant time. Then ask the ' +
  'service what became of the payin: a webhook is only a reason to ask.'

export const webhooks: readonly ServerPromise[] = [
  {
    id: 'webhook-lost',
    statement: 'A payment whose webhooks are all lost is found all the same',
    remedy:
      'Ask the service about every open payin from time to time, also where nobody looks at the page any more.',
    async prepare(context) {
      const { order, session, payin } = await createPayment(context)
      if (payin.webhook_url) await context.service.fault('webhook_lost', 3)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      return async () => {
        // With --paid-url nobody reads the session meanwhile: the shopper may have closed the page.
        const { paid } = context
        const found = paid ? await paid.askUntilPaid(order, context.sweepTimeoutMs) : null
        if (found && !found.paid)
          throw new Broken(
            `Order ${order} is not paid ${context.sweepTimeoutMs / 1_000} seconds after its payment had arrived. --patience waits longer.`,
          )
        await expectOutcome(context, session, 'complete', context.sweepTimeoutMs)
        if (!paid)
          context.note('with --paid-url it is seen that it is found while nobody looks at the page, too')
      }
    },
  },
  {
    id: 'webhook-twice',
    statement: 'News that come twice pay an order once',
    remedy:
      'Write down each webhook by a hash of its body, and mark the order paid in one transaction that looks first.',
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.fault('webhook_duplicate', 3, { copies: 3 })
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      const deliveries = await context.service.waitForDeliveries(payin, 3)
      await expectOutcome(context, session, 'complete')
      for (const delivery of deliveries.slice(-2)) await context.service.resend(delivery)
      await context.service.waitForDeliveries(payin, deliveries.length + 2)
      await expectSameOutcome(context, session, 'complete', 'its webhooks came again')
      await expectPaid(context, order)
      if (!context.paid) context.note('with --paid-url it is seen how often the order was packed, too')
    },
  },
  {
    id: 'webhook-forged',
    statement: 'Nobody but the service can say that a payment has arrived',
    remedy: signatureRemedy,
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.fault('webhook_forged', 1)
      await context.service.move(payin.id, 'INITIATED')
      const forged = (await context.service.waitForDeliveries(payin, 2)).find((delivery) => delivery.forged)
      await expectUnchanged(
        context,
        { order, session, payin },
        'a webhook with a wrong signature said COMPLETED',
      )
      noteAccepted(context, 'a webhook with a wrong signature', forged?.status)
    },
  },
  {
    id: 'webhook-unsigned',
    statement: 'News without a signature change nothing',
    remedy: signatureRemedy,
    async check(context) {
      const created = await createPayment(context)
      await context.service.waitForDeliveries(created.payin, 0)
      const body = bodyOf({ ...created.payin, status: 'COMPLETED' })
      const status = await post(context, created.payin, body, null)
      await expectUnchanged(context, created, 'a webhook without a signature said COMPLETED')
      noteAccepted(context, 'a webhook without a signature', status)
    },
  },
  {
    id: 'webhook-garbage',
    statement: 'News that cannot be read break nothing',
    remedy: 'Read the body as bytes, check the signature, and answer 400 where it is no JSON or no payin.',
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
    statement: 'News in the wrong order take no payment back',
    remedy: `A payment that is complete stays complete. ${signatureRemedy}`,
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      const early = await context.service.waitForDeliveries(payin, 2)
      await context.service.move(payin.id, 'COMPLETED')
      await context.service.waitForDeliveries(payin, 3)
      await expectOutcome(context, session, 'complete')
      for (const delivery of early) await context.service.resend(delivery)
      await context.service.waitForDeliveries(payin, 5)
      await expectSameOutcome(context, session, 'complete', 'an older webhook came last')
      await expectPaid(context, order)
    },
  },
  {
    id: 'webhook-of-earlier',
    statement: 'News of an attempt that failed do not end the one that is paid',
    remedy:
      'Find the session by the payin’s id; the reference is the order, and an order may have several payins.',
    async check(context) {
      const first = await createPayment(context)
      await context.service.move(first.payin.id, 'INITIATED', 'FAILED')
      const deliveries = await context.service.waitForDeliveries(first.payin, 2)
      await expectOutcome(context, first.session, 'failed')
      const { result: session, payins } = await context.service.madeBy(() =>
        context.shop.createUntilAccepted(first.order),
      )
      const second = payins[0]
      if (!second) throw new Broken('A press after a payment that failed made no payin.')
      await context.service.move(second.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await expectOutcome(context, session, 'complete')
      // Its own news first: one that came after the repeated news would hide what they have done.
      await context.service.waitForDeliveries(second, 3)
      for (const delivery of deliveries) await context.service.resend(delivery)
      await context.service.waitForDeliveries(first.payin, deliveries.length + 2)
      await expectSameOutcome(context, session, 'complete', 'a webhook of an earlier attempt came once more')
      await expectPaid(context, first.order)
    },
  },
  {
    id: 'webhook-while-down',
    statement: 'News that come while the service gives no answers are not lost',
    remedy: 'Write the webhook down before you answer it, or answer 503 so that it comes again.',
    async check(context) {
      const { order, session, payin } = await createPayment(context)
      await context.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      await context.service.waitForDeliveries(payin, 2)
      await context.service.fault('error', 2, { operations: ['getPayin', 'listPayins'], status: 503 })
      await context.service.move(payin.id, 'COMPLETED')
      await context.service.waitForDeliveries(payin, 3)
      await expectOutcome(context, session, 'complete', context.sweepTimeoutMs)
      await expectPaid(context, order)
    },
  },
]

/** @throws {Broken} where somebody else's news had an effect */
async function expectUnchanged(
  context: PromiseContext,
  { order, session }: CreatedPayment,
  after: string,
): Promise<void> {
  await expectSameOutcome(context, session, 'open', after)
  await expectUnpaid(context, order, after)
}

/** A webhook as the service would send it, from this machine. @returns the status of the answer */
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
    return await within(updateTimeoutMs, ended, async (signal) => {
      const response = await fetch(payin.webhook_url ?? '', { method: 'POST', headers, body, signal })
      await response.body?.cancel()
      return response.status
    })
  } catch (error) {
    if (ended.aborted) throw error
    throw new Broken(`A webhook was not answered: ${reasonOf(error)}. Its body was ${body.slice(0, 60)}`)
  }
}

const bodyOf = (payin: SandboxPayin): string => JSON.stringify(payin)

const sign = ({ service }: PromiseContext, body: string): string =>
  createHmac('sha256', service.webhookSecret).update(body).digest('hex')

function noteAccepted({ note }: PromiseContext, what: string, status: Delivery['status'] | undefined): void {
  if (status && status < 300) note(`${what} was answered ${status}; 401 would tell the one who configures it`)
}
