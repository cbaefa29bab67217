// The service tells the shop what became of a payment: once, twice, too late, in the wrong order, not at all. Others try, too.
import { createHmac, randomUUID } from 'node:crypto'
import { within } from '../../time-limit.ts'
import { Broken, type Promised, type Trial } from '../promise.ts'
import type { Delivery, KeptPayin } from '../service.ts'
import { reasonOf } from '../shop-client.ts'
import { hears, isPaid, isUnpaid, newsLimitMs, type Pressed, pressed, stays } from './steps.ts'

const check =
  'Check X-Webhook-Signature: the hexadecimal HMAC-SHA256 of the exact bytes of the body, compared in constant time. Then ask the ' +
  'service what became of the payin: a webhook is only a reason to ask.'

export const webhooks: readonly Promised[] = [
  {
    id: 'webhook-lost',
    says: 'A payment whose webhooks are all lost is found all the same',
    remedy:
      'Ask the service about every open payin from time to time, also where nobody looks at the page any more.',
    async begin(trial) {
      const { order, session, payin } = await pressed(trial)
      if (payin.webhook_url) await trial.service.fault('webhook_lost', 3)
      await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      return async () => {
        // With --paid-url nobody reads the session meanwhile: the shopper may have closed the page.
        const { paid } = trial
        const found = paid ? await paid.askUntilPaid(order, trial.patienceMs) : null
        if (found && !found.paid)
          throw new Broken(
            `Order ${order} is not paid ${trial.patienceMs / 1_000} seconds after its payment had arrived. --patience waits longer.`,
          )
        await hears(trial, session, 'complete', trial.patienceMs)
        if (!paid)
          trial.note('with --paid-url it is seen that it is found while nobody looks at the page, too')
      }
    },
  },
  {
    id: 'webhook-twice',
    says: 'News that come twice pay an order once',
    remedy:
      'Write down each webhook by a hash of its body, and mark the order paid in one transaction that looks first.',
    async hold(trial) {
      const { order, session, payin } = await pressed(trial)
      await trial.service.fault('webhook_duplicate', 3, { copies: 3 })
      await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      const told = await trial.service.waitForDeliveries(payin, 3)
      await hears(trial, session, 'complete')
      for (const delivery of told.slice(-2)) await trial.service.resend(delivery)
      await trial.service.waitForDeliveries(payin, told.length + 2)
      await stays(trial, session, 'complete', 'its webhooks came again')
      await isPaid(trial, order)
      if (!trial.paid) trial.note('with --paid-url it is seen how often the order was packed, too')
    },
  },
  {
    id: 'webhook-forged',
    says: 'Nobody but the service can say that a payment has arrived',
    remedy: check,
    async hold(trial) {
      const { order, session, payin } = await pressed(trial)
      await trial.service.fault('webhook_forged', 1)
      await trial.service.move(payin.id, 'INITIATED')
      const forged = (await trial.service.waitForDeliveries(payin, 2)).find((delivery) => delivery.forged)
      await changesNothing(
        trial,
        { order, session, payin },
        'a webhook with a wrong signature said COMPLETED',
      )
      noteTaken(trial, 'a webhook with a wrong signature', forged?.status)
    },
  },
  {
    id: 'webhook-unsigned',
    says: 'News without a signature change nothing',
    remedy: check,
    async hold(trial) {
      const pressedNow = await pressed(trial)
      await trial.service.waitForDeliveries(pressedNow.payin, 0)
      const body = bodyOf({ ...pressedNow.payin, status: 'COMPLETED' })
      const status = await post(trial, pressedNow.payin, body, null)
      await changesNothing(trial, pressedNow, 'a webhook without a signature said COMPLETED')
      noteTaken(trial, 'a webhook without a signature', status)
    },
  },
  {
    id: 'webhook-garbage',
    says: 'News that cannot be read break nothing',
    remedy: 'Read the body as bytes, check the signature, and answer 400 where it is no JSON or no payin.',
    async hold(trial) {
      const { session, payin } = await pressed(trial)
      await trial.service.waitForDeliveries(payin, 0)
      const bodies = [
        '',
        '{',
        'null',
        '[]',
        '{"id":7}',
        bodyOf({ ...payin, id: randomUUID(), status: 'COMPLETED' }),
      ]
      for (const body of bodies) await post(trial, payin, body, sign(trial, body))
      await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await hears(trial, session, 'complete')
    },
  },
  {
    id: 'webhook-order',
    says: 'News in the wrong order take no payment back',
    remedy: `A payment that is complete stays complete. ${check}`,
    async hold(trial) {
      const { order, session, payin } = await pressed(trial)
      await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      const early = await trial.service.waitForDeliveries(payin, 2)
      await trial.service.move(payin.id, 'COMPLETED')
      await trial.service.waitForDeliveries(payin, 3)
      await hears(trial, session, 'complete')
      for (const delivery of early) await trial.service.resend(delivery)
      await trial.service.waitForDeliveries(payin, 5)
      await stays(trial, session, 'complete', 'an older webhook came last')
      await isPaid(trial, order)
    },
  },
  {
    id: 'webhook-of-earlier',
    says: 'News of an attempt that failed do not end the one that is paid',
    remedy:
      'Find the session by the payin’s id; the reference is the order, and an order may have several payins.',
    async hold(trial) {
      const first = await pressed(trial)
      await trial.service.move(first.payin.id, 'INITIATED', 'FAILED')
      const told = await trial.service.waitForDeliveries(first.payin, 2)
      await hears(trial, first.session, 'failed')
      const { result: session, payins } = await trial.service.madeBy(() =>
        trial.shop.pressUntilTaken(first.order),
      )
      const second = payins[0]
      if (!second) throw new Broken('A press after a payment that failed made no payin.')
      await trial.service.move(second.id, 'INITIATED', 'AUTHORIZED', 'COMPLETED')
      await hears(trial, session, 'complete')
      // Its own news first: one that came after the repeated news would hide what they have done.
      await trial.service.waitForDeliveries(second, 3)
      for (const delivery of told) await trial.service.resend(delivery)
      await trial.service.waitForDeliveries(first.payin, told.length + 2)
      await stays(trial, session, 'complete', 'a webhook of an earlier attempt came once more')
      await isPaid(trial, first.order)
    },
  },
  {
    id: 'webhook-while-down',
    says: 'News that come while the service gives no answers are not lost',
    remedy: 'Write the webhook down before you answer it, or answer 503 so that it comes again.',
    async hold(trial) {
      const { order, session, payin } = await pressed(trial)
      await trial.service.move(payin.id, 'INITIATED', 'AUTHORIZED')
      await trial.service.waitForDeliveries(payin, 2)
      await trial.service.fault('error', 2, { operations: ['getPayin', 'listPayins'], status: 503 })
      await trial.service.move(payin.id, 'COMPLETED')
      await trial.service.waitForDeliveries(payin, 3)
      await hears(trial, session, 'complete', trial.patienceMs)
      await isPaid(trial, order)
    },
  },
]

/** @throws {Broken} where somebody else's news had an effect */
async function changesNothing(trial: Trial, { order, session }: Pressed, after: string): Promise<void> {
  await stays(trial, session, 'open', after)
  await isUnpaid(trial, order, after)
}

/** A webhook as the service would send it, from this machine. @returns the status of the answer */
async function post(
  { ended }: Trial,
  payin: KeptPayin,
  body: string,
  signature: string | null,
): Promise<number> {
  try {
    const headers = {
      'Content-Type': 'application/json',
      ...(signature && { 'X-Webhook-Signature': signature }),
    }
    return await within(newsLimitMs, ended, async (signal) => {
      const response = await fetch(payin.webhook_url ?? '', { method: 'POST', headers, body, signal })
      await response.body?.cancel()
      return response.status
    })
  } catch (error) {
    if (ended.aborted) throw error
    throw new Broken(`A webhook was not answered: ${reasonOf(error)}. Its body was ${body.slice(0, 60)}`)
  }
}

const bodyOf = (payin: KeptPayin): string => JSON.stringify(payin)

const sign = ({ service }: Trial, body: string): string =>
  createHmac('sha256', service.webhookSecret).update(body).digest('hex')

function noteTaken({ note }: Trial, what: string, status: Delivery['status'] | undefined): void {
  if (status && status < 300) note(`${what} was answered ${status}; 401 would tell the one who configures it`)
}
