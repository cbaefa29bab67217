// payments-v2 "Events", and the part of "Authentication" about webhooks.
import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { claimToIban, payByCard } from './payer.ts'
import { runService, settleDelayMs, webhookSecret } from './support.ts'

const service = runService()
const payinInbox = () => service.merchant.inbox('payinStatusChanged')
const payoutInbox = () => service.merchant.inbox('payoutStatusChanged')

describe('a webhook', () => {
  it('is a POST of JSON to the webhook_url of this payin', async () => {
    const [mine, other] = [payinInbox(), payinInbox()]
    await service.createPayin({ webhook_url: other.url })
    const { redirect_url } = await service.createPayin({ webhook_url: mine.url })
    await service.visitor().open(redirect_url)
    const [webhook] = await mine.wait(1)
    expect(webhook?.method).toBe('POST')
    expect(webhook?.headers['content-type']).toMatch(/^application\/json/)
    expect(other.received).toEqual([])
  })

  it('carries the hex HMAC-SHA256 of the raw body, keyed with the webhook secret', async () => {
    const [payin, payout] = [payinInbox(), payoutInbox()]
    const payer = { email: 'mara@example.test', first_name: 'Łucja', last_name: 'Çelik “李”' }
    const created = await service.createPayin({ payer, webhook_url: payin.url })
    await service.visitor().open(created.redirect_url)
    await service.visitor().open((await service.createPayout({ webhook_url: payout.url })).redirect_url)
    for (const inbox of [payin, payout]) {
      const [webhook] = await inbox.wait(1)
      const expected = createHmac('sha256', webhookSecret)
        .update(webhook?.raw ?? '')
        .digest('hex')
      expect(String(webhook?.headers['x-webhook-signature']).toLowerCase()).toBe(expected)
    }
  })

  it('sends each new status of a payin once, with the payin at that time', async () => {
    const inbox = payinInbox()
    const { id, redirect_url } = await service.createPayin({ webhook_url: inbox.url, reference: 'delivered' })
    await payByCard(service.visitor(), redirect_url)
    await inbox.wait(2)
    const authorized = await service.readPayin(id)
    await service.advance(settleDelayMs)
    const webhooks = await inbox.wait(3)
    expect(webhooks.map(({ body }) => body.status)).toEqual(['INITIATED', 'AUTHORIZED', 'COMPLETED'])
    expect(webhooks[1]?.body).toEqual(authorized)
    expect(webhooks[2]?.body).toEqual(await service.readPayin(id))
    expect(await service.deliveriesOf(id)).toHaveLength(3)
  })

  it('sends every status that a payin can have', async () => {
    const inbox = payinInbox()
    const { id } = await service.createPayin({ webhook_url: inbox.url })
    const statuses = ['INITIATED', 'AUTHORIZED', 'SETTLED', 'COMPLETED', 'DISPUTED', 'FAILED', 'EXPIRED']
    for (const [index, status] of statuses.entries()) {
      await service.move('payins', id, { status })
      await inbox.wait(index + 1)
    }
    expect(inbox.received.map(({ body }) => body.status)).toEqual(statuses)
  })

  it('sends each new status of a payout once, with the payout at that time', async () => {
    const inbox = payoutInbox()
    const { id, redirect_url } = await service.createPayout({ webhook_url: inbox.url })
    await claimToIban(service.visitor(), redirect_url, 'DE89370400440532013000')
    await inbox.wait(2)
    await service.advance(settleDelayMs)
    const webhooks = await inbox.wait(3)
    expect(webhooks.map(({ body }) => body.status)).toEqual(['INITIATED', 'PROCESSING', 'COMPLETED'])
    expect(webhooks[2]?.body).toEqual(await service.readPayout(id))
    expect(await service.deliveriesOf(id)).toHaveLength(3)
  })

  it('sends every status that a payout can have', async () => {
    const inbox = payoutInbox()
    const { id } = await service.createPayout({ webhook_url: inbox.url })
    const statuses = ['INITIATED', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']
    for (const [index, status] of statuses.entries()) {
      await service.move('payouts', id, { status })
      await inbox.wait(index + 1)
    }
    expect(inbox.received.map(({ body }) => body.status)).toEqual(statuses)
  })

  it('sends that a payin failed, and that it expired', async () => {
    const [failed, expired] = [payinInbox(), payinInbox()]
    const one = await service.createPayin({ webhook_url: failed.url })
    await (await service.visitor().open(one.redirect_url)).submit('/cancel')
    expect((await failed.wait(2))[1]?.body).toMatchObject({
      status: 'FAILED',
      status_details: 'DECLINED_BY_PAYER',
    })
    await service.createPayin({ webhook_url: expired.url })
    await service.advance(31 * 60_000)
    expect((await expired.wait(1))[0]?.body).toMatchObject({ status: 'EXPIRED' })
  })

  it('is not sent without a webhook_url, nor when nothing changed', async () => {
    const silent = await service.createPayin()
    await payByCard(service.visitor(), silent.redirect_url)
    expect(await service.deliveriesOf(silent.id)).toEqual([])
    const inbox = payinInbox()
    const { id } = await service.createPayin({ webhook_url: inbox.url })
    await service.move('payins', id, { status: 'CREATED' })
    expect(await service.deliveriesOf(id)).toEqual([])
  })
})
