// legacy-transactions "Events": what is sent, when, and how often it is retried.
import { describe, expect, it } from 'vitest'
import type { Inbox } from './merchant.ts'
import { runService, settleDelayMs } from './support.ts'
import { legacyOf } from './transactions.ts'

const service = runService()
const { createTransfer, makeLink, updateStatus, createOnRamp, payAtSomeBank, readOnRamp } = legacyOf(service)
const transferInbox = () => service.merchant.inbox('bankTransferStatusUpdate')
const onRampInbox = () => service.merchant.inbox('merchantOnRampSuccess')

/** An on-ramp whose funds have just arrived. */
async function fundedOnRamp(inbox: Inbox, more: object = {}) {
  const { id, hostedLink } = await createOnRamp({ webhookUrl: inbox.url, ...more })
  await payAtSomeBank(service.visitor(), hostedLink)
  await service.advance(settleDelayMs)
  return id
}

/** Waits until the answer of the attempt is processed, so that its retry is planned. */
async function answered(id: string, attempts: number) {
  for (let tries = 0; tries < 500; tries++) {
    const deliveries = await service.deliveriesOf(id)
    if (deliveries.filter(({ status }) => status !== null).length >= attempts) return deliveries
  }
  throw new Error(`Attempt ${attempts} of the webhook about ${id} was never answered.`)
}

describe('a bank transfer with a webhookUrl', () => {
  it('sends each new status with the payload, and the account once authorized', async () => {
    const inbox = transferInbox()
    const id = await createTransfer({ webhookUrl: inbox.url, webhookPayload: 'order 7' })
    await payAtSomeBank(service.visitor(), await makeLink(id))
    const webhooks = await inbox.wait(2)
    expect(webhooks.map(({ body }) => body)).toEqual([
      { status: 'STARTED', webhookPayload: 'order 7' },
      {
        status: 'AUTHORIZED',
        webhookPayload: 'order 7',
        payerBankAccount: {
          iban: expect.any(String),
          holderNames: 'Mara Lind',
          bank: expect.any(String),
        },
      },
    ])
    for (const { method, headers } of webhooks) {
      expect([method, headers['content-type']]).toEqual(['POST', 'application/json'])
    }
  })

  it('sends that the authorization failed', async () => {
    const inbox = transferInbox()
    const id = await createTransfer({ webhookUrl: inbox.url })
    await payAtSomeBank(service.visitor(), await makeLink(id), 'refused')
    expect((await inbox.wait(2))[1]?.body).toEqual({ status: 'FAILED_INTENT' })
  })

  it('sends its status when update-status is called', async () => {
    const inbox = transferInbox()
    const id = await createTransfer({ webhookUrl: inbox.url, webhookPayload: 'again' })
    await updateStatus(id)
    await updateStatus(id)
    const webhooks = await inbox.wait(2)
    expect(webhooks.map(({ body }) => body)).toEqual([
      { status: 'INTENT', webhookPayload: 'again' },
      { status: 'INTENT', webhookPayload: 'again' },
    ])
  })

  it('sends nothing without a webhookUrl', async () => {
    const id = await createTransfer()
    await payAtSomeBank(service.visitor(), await makeLink(id))
    await updateStatus(id)
    expect(await service.deliveriesOf(id)).toEqual([])
  })
})

describe('merchant_on_ramp_success', () => {
  it('is sent when the funds arrive, and not before', async () => {
    const inbox = onRampInbox()
    const { id, hostedLink } = await createOnRamp({
      amount: 50.5,
      webhookUrl: inbox.url,
      webhookPayload: 'order 7',
    })
    await payAtSomeBank(service.visitor(), hostedLink)
    expect(await service.deliveriesOf(id)).toEqual([])
    await service.advance(settleDelayMs)
    const [webhook] = await inbox.wait(1)
    expect([webhook?.method, webhook?.headers['content-type']]).toEqual(['POST', 'application/json'])
    expect(webhook?.body).toEqual({
      eventType: 'merchant_on_ramp_success',
      transactionId: id,
      amount: 50.5,
      currency: 'EUR',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/),
      webhookPayload: 'order 7',
    })
    expect((await readOnRamp(id)).bankDepositStatus).toBe('SUCCESS')
  })

  it('is sent within a minute of the authorization', async () => {
    const inbox = onRampInbox()
    const { hostedLink } = await createOnRamp({ webhookUrl: inbox.url })
    await payAtSomeBank(service.visitor(), hostedLink)
    const authorizedAt = await service.nowMs()
    await service.advance(settleDelayMs)
    const [webhook] = await inbox.wait(1)
    expect(Date.parse(String(webhook?.body.timestamp)) - authorizedAt).toBeLessThanOrEqual(60_000)
  })

  it('is sent again by update-status', async () => {
    const inbox = onRampInbox()
    const id = await fundedOnRamp(inbox)
    await inbox.wait(1)
    await updateStatus(id)
    const [first, second] = await inbox.wait(2)
    expect(second?.body).toMatchObject({ eventType: 'merchant_on_ramp_success', transactionId: id })
    expect(first?.body.transactionId).toBe(id)
  })

  it('is delivered once to a receiver that answers 200 with a JSON message', async () => {
    const inbox = onRampInbox()
    inbox.answer = { status: 200, body: JSON.stringify({ message: 'Processed.' }) }
    const id = await fundedOnRamp(inbox)
    await answered(id, 1)
    await service.advance(24 * 60 * 60_000)
    expect(await service.deliveriesOf(id)).toHaveLength(1)
  })

  it('is retried after every other answer', async () => {
    for (const answer of [
      { status: 500, body: JSON.stringify({ message: 'Processed.' }) },
      { status: 204 },
      { status: 201, body: JSON.stringify({ message: 'Processed.' }) },
      { status: 200, body: 'Processed.' },
      { status: 200, body: JSON.stringify({ message: 7 }) },
      { status: 200, body: 'null' },
    ]) {
      const inbox = onRampInbox()
      inbox.answer = answer
      const id = await fundedOnRamp(inbox)
      await answered(id, 1)
      inbox.answer = { status: 200, body: JSON.stringify({ message: 'Processed.' }) }
      await service.advance(60 * 60_000)
      const [first, second] = await inbox.wait(2)
      expect(second?.raw, JSON.stringify(answer)).toEqual(first?.raw)
    }
  })

  it('is retried up to five times, with delays that grow exponentially', async () => {
    const inbox = onRampInbox()
    inbox.answer = { status: 503 }
    const id = await fundedOnRamp(inbox)
    await answered(id, 1)
    const gaps: number[] = []
    for (let attempt = 2; attempt <= 6; attempt++) {
      const plannedAt = await service.nowMs()
      await service.advance(60 * 60_000)
      await inbox.wait(attempt)
      const latest = (await answered(id, attempt)).at(-1)
      gaps.push(Date.parse(latest?.at ?? '') - plannedAt)
    }
    for (const [index, gap] of gaps.slice(1).entries()) expect(gap).toBeGreaterThan(1.9 * (gaps[index] ?? 0))
    await service.advance(48 * 60 * 60_000)
    const deliveries = await service.deliveriesOf(id)
    expect(deliveries.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6])
  })
})
