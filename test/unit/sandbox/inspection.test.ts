import { describe, expect, it } from 'vitest'
import { turns as settle } from '../../support/timeline.ts'
import { apiKey, openSandbox, payinBody, problemOf, webhookSecret } from './sandbox-under-test.ts'

const hook = { webhook_url: 'https://shop.example/hook' }

describe('what happened', () => {
  it('shows payins, deliveries and calls as JSON', async () => {
    const { app, create, call, payins } = openSandbox()
    const payin = await create(hook)
    payins.initiate(payin.id)
    await settle()
    await call('GET', '/banks')
    const state = await (await app.request('/sandbox/state')).json()
    expect(state).toMatchObject({
      payins: [{ id: payin.id, status: 'INITIATED' }],
      deliveries: [{ payin_id: payin.id, status: 204 }],
      requests: [
        { method: 'POST', path: '/api/v2/payins', status: 201, idempotency_key: 'key-1' },
        { method: 'GET', path: '/api/v2/banks', status: 200, idempotency_key: null },
      ],
    })
  })

  it('writes down refused calls too, and no others than the interface’s', async () => {
    const { app, requests } = openSandbox()
    await app.request('/api/v2/banks')
    await app.request('/sandbox')
    expect(requests.map(({ path, status }) => [path, status])).toEqual([['/api/v2/banks', 401]])
  })

  it('shows the API key and the webhook secret nowhere', async () => {
    const { app, create, payins, call } = openSandbox()
    const payin = await create(hook)
    payins.initiate(payin.id)
    await settle()
    await call('GET', '/payins/x')
    const addresses = [
      '/',
      '/sandbox',
      '/sandbox/state',
      '/sandbox/faults',
      payin.redirect_url,
      '/pay/x',
      '/nothing',
    ]
    const texts = await Promise.all(addresses.map(async (address) => (await app.request(address)).text()))
    expect(texts.join('\n')).not.toContain(apiKey)
    expect(texts.join('\n')).not.toContain(webhookSecret)
  })

  it('lists payins with their hosted link on a page for people', async () => {
    const { app, create } = openSandbox()
    const { redirect_url } = await create({ reference: 'A-<1001>' })
    const page = await (await app.request('/sandbox')).text()
    expect(page).toContain(redirect_url)
    expect(page).toContain('A-&lt;1001&gt;')
  })
})

describe('moving a payin by hand', () => {
  it('reaches states that the table has no way to, and sends the webhook', async () => {
    const { create, steer, read, received } = openSandbox()
    const { id } = await create(hook)
    const response = await steer(`/sandbox/payins/${id}/status`, { status: 'DISPUTED' })
    expect(response.status).toBe(200)
    expect((await read(id)).status).toBe('DISPUTED')
    expect(received.map(({ body }) => JSON.parse(body).status)).toEqual(['DISPUTED'])
  })

  it('sets status_details, and drops them with the next status', async () => {
    const { create, steer, read } = openSandbox()
    const { id } = await create()
    await steer(`/sandbox/payins/${id}/status`, { status: 'FAILED', status_details: 'RISK_REJECTED' })
    expect(await read(id)).toMatchObject({ status: 'FAILED', status_details: 'RISK_REJECTED' })
    await steer(`/sandbox/payins/${id}/status`, { status: 'COMPLETED' })
    expect(await read(id)).not.toHaveProperty('status_details')
  })

  it('stays where it was put', async () => {
    const { create, payins, steer, read, clock } = openSandbox()
    const { id } = await create()
    payins.decide(id, { status: 'AUTHORIZED' })
    await steer(`/sandbox/payins/${id}/status`, { status: 'CREATED' })
    await clock.advance(60 * 60_000)
    expect((await read(id)).status).toBe('CREATED')
  })

  it('answers 422 for a status that the document does not know, and 404 for an unknown payin', async () => {
    const { create, steer } = openSandbox()
    const { id } = await create()
    const problem = await problemOf(await steer(`/sandbox/payins/${id}/status`, { status: 'REFUNDED' }))
    expect([problem.status, problem.errors?.[0]?.pointer]).toEqual([422, '/status'])
    expect((await steer('/sandbox/payins/nobody/status', { status: 'FAILED' })).status).toBe(404)
  })
})

describe('faults', () => {
  it('loses webhooks without trying again, as often as counted', async () => {
    const { create, payins, steer, received, deliveries, clock } = openSandbox()
    await steer('/sandbox/faults', { webhooks: 'drop', count: 1 })
    const { id } = await create(hook)
    payins.decide(id, { status: 'AUTHORIZED' })
    await clock.advance(60_000)
    expect(received.map(({ body }) => JSON.parse(body).status)).toEqual(['AUTHORIZED', 'COMPLETED'])
    expect(deliveries[0]).toMatchObject({ status: null, error: expect.stringContaining('dropped') })
  })

  it('fails a creation with 500 and creates nothing, until switched off', async () => {
    const { post, steer, payins } = openSandbox()
    await steer('/sandbox/faults', { create: 'error_500' })
    expect((await problemOf(await post(payinBody(), 'same'))).status).toBe(500)
    expect((await post(payinBody(), 'same')).status).toBe(500)
    expect(payins.list()).toEqual([])
    await steer('/sandbox/faults', { create: 'none' })
    expect((await post(payinBody(), 'same')).status).toBe(201)
  })

  it('cuts the connection after creating: without a socket the call rejects, and a retry gets the payin', async () => {
    const { post, steer, payins, requests } = openSandbox()
    await steer('/sandbox/faults', { create: 'cut_after', count: 1 })
    await expect(post(payinBody(), 'same')).rejects.toThrow('cut the connection')
    expect(payins.list()).toHaveLength(1)
    expect(requests[0]?.status).toBeNull()
    expect(await (await post(payinBody(), 'same')).json()).toMatchObject({ id: payins.list()[0]?.id })
  })

  it('shows what is switched on and how often it will still strike', async () => {
    const { app, steer, post } = openSandbox()
    await steer('/sandbox/faults', { create: 'error_500', webhooks: 'drop', count: 2 })
    await post(payinBody())
    expect(await (await app.request('/sandbox/faults')).json()).toEqual({
      webhooks: 'drop',
      webhooks_left: 2,
      create: 'error_500',
      create_left: 1,
    })
  })

  it.each([{}, { create: 'explode' }, { webhooks: 'drop', count: 0 }, { webhooks: 'drop', times: 1 }])(
    'answers 422 for %j',
    async (order) => {
      expect((await openSandbox().steer('/sandbox/faults', order)).status).toBe(422)
    },
  )

  it('cannot be switched by a form or text post of a stray web page', async () => {
    const { steer, faults } = openSandbox()
    expect((await steer('/sandbox/faults', { webhooks: 'drop' }, 'text/plain')).status).toBe(400)
    expect(faults.show().webhooks).toBe('deliver')
  })
})
