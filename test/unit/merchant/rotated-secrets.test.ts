// Keys and secrets are changed while payments are open. No id, no address and no code that was given out changes, and no
// money is lost.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { describe, expect, test } from 'vitest'
import { signed } from './fake-service.ts'
import { useWorld } from './harness.ts'
import { backofficeToken, useSandboxWorld } from './sandbox-world.ts'

describe('an API key is rotated while', () => {
  const world = useSandboxWorld()
  const rotate = () => world().rotateKey('test_rotated_key')
  const setStatus = (id: string | undefined, state: object) =>
    world().command(`transactions/${id}/status`, state)
  const service = () => world().sandbox.service

  test('a payin is open: each request gets its session, and its webhook pays the order', async () => {
    const key = randomUUID()
    const session = await world().pay('A-1001', key)
    await rotate()

    const answers = [
      await world().pay('A-1001', key),
      await world().pay('A-1001'),
      await world().session(session.id),
    ]
    // A read has no address.
    expect(answers).toEqual([session, session, { ...session, redirect_url: null }])
    const [payin] = service().payins.list()
    await world().command(`payins/${payin?.id}/status`, { status: 'COMPLETED' })
    expect((await world().session(session.id)).outcome).toBe('complete')
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', []])
  })

  test('a bank transfer is open: its link stays, and the webhook at its old address pays the order', async () => {
    const pay = () => world().pay('A-1001', randomUUID(), { kind: 'bank_transfer' })
    const { id } = await pay()
    await rotate()

    expect((await pay()).id).toBe(id)
    await setStatus(service().bankTransfers.list()[0]?.uuid, { paymentStatus: 'AUTHORIZED' })
    expect((await world().session(id)).outcome).toBe('complete')
    expect(await world().order('A-1001')).toBe('paid')
  })

  test('an on-ramp is open: the webhook of its deposit comes to the old address and pays the order', async () => {
    const { id } = await world().pay('A-1001', randomUUID(), { kind: 'on_ramp' })
    await rotate()

    const state = { paymentStatus: 'COMPLETED', bankDepositStatus: 'SUCCESS' }
    await setStatus(service().onRamps.list()[0]?.uuid, state)
    expect((await world().session(id)).outcome).toBe('complete')
    expect(await world().order('A-1001')).toBe('paid')
  })

  test('a payout is open: its id and its code stay, and the recipient opens it', async () => {
    const headers = { authorization: `Bearer ${backofficeToken}`, 'content-type': 'application/json' }
    const refund = { reference: 'refund-1', amount: { value: '49.90', currency: 'EUR' } }
    const issue = () =>
      world().app.request('/backoffice/payouts', {
        method: 'POST',
        headers: { ...headers, 'idempotency-key': randomUUID() },
        body: JSON.stringify(refund),
      })
    const issued = (await (await issue()).json()) as Session & { claim_code: string }
    await rotate()

    const found = await world().app.request('/backoffice/payouts/refund-1', { headers })
    expect([await found.json(), await (await issue()).json()]).toEqual([issued, issued])
    const opened = await world().app.request(`/checkout/sessions/${issued.id}/link`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ code: issued.claim_code }),
    })
    expect(await opened.json()).toMatchObject({ id: issued.id, redirect_url: expect.any(String) })
    expect(service().payouts.list()).toHaveLength(1)
  })
})

describe('a secret is rotated while a payment is open', () => {
  const world = useWorld()

  test('webhooks: those signed with the old and with the new one count while both are set, then only the new one', async () => {
    await world().pay('A-1001')
    const payin = world().service.only()
    const send = async (status: string, secret: string) => {
      payin.status = status
      const { body, signature } = signed(payin, status, secret)
      const headers = { 'x-webhook-signature': signature, 'content-type': 'application/json' }
      const response = await world().app.request('/webhooks/payins', { method: 'POST', headers, body })
      await world().merchant.background.idle()
      return response.status
    }
    const before = world().merchant.config.service.webhookSecrets.join()
    await world().restart({ PAYMENTS_WEBHOOK_SECRET: `whsec_new,${before}` })
    expect([await send('INITIATED', before), await send('AUTHORIZED', 'whsec_new')]).toEqual([200, 200])

    await world().restart({ PAYMENTS_WEBHOOK_SECRET: 'whsec_new' })
    expect([await send('SETTLED', before), await send('COMPLETED', 'whsec_new')]).toEqual([401, 200])
    expect([await world().order('A-1001'), await world().alerts()]).toEqual(['paid', []])
  })

  test('order tokens: a page with the old one pays while both are set, and its session stays afterwards', async () => {
    const [before, after] = ['old'.repeat(16), 'new'.repeat(16)]
    await world().restart({ ORDER_TOKEN_SECRET: before })
    const token = world().merchant.owners.tokenFor('A-1001')
    const key = randomUUID()
    await world().restart({ ORDER_TOKEN_SECRET: `${after},${before}` })
    const session = await world().pay('A-1001', key, { token })

    await world().restart({ ORDER_TOKEN_SECRET: after })
    expect((await world().createSession('A-1001', key, { token })).status).not.toBe(201)
    expect(await world().pay('A-1001', key)).toMatchObject({ id: session.id })
    expect(await (await world().read(session.id)).json()).toMatchObject({ outcome: 'open' })
    await world().move(world().service.only(), 'COMPLETED')
    expect(await world().order('A-1001')).toBe('paid')
  })
})
