import { describe, expect, it } from 'vitest'
import { turns } from '../../support/timeline.ts'
import { hook, openControl } from './control-under-test.ts'
import { apiKey, webhookSecret } from './sandbox-under-test.ts'

const places = [
  '/',
  '/sandbox',
  '/sandbox/payins',
  '/sandbox/payouts',
  '/sandbox/bank-transfers',
  '/sandbox/on-ramps',
  '/sandbox/payers',
  '/sandbox/deliveries',
  '/sandbox/calls',
  '/sandbox/panel/faults',
  '/sandbox/panel/reset',
]

describe('the panel’s pages', () => {
  it.each(places)('%s exists in an empty sandbox, runs no script and allows no frame', async (path) => {
    const { status, headers, text } = await openControl().page(path)
    expect(status).toBe(200)
    expect(text).not.toMatch(/<script|<style|\sstyle=|\son[a-z]+=/)
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    expect(headers.get('Content-Security-Policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('Cache-Control')).toBe('no-store')
  })

  it('keep the Origin header on their forms, which proves where a form comes from', async () => {
    expect((await openControl().page('/sandbox')).headers.get('Referrer-Policy')).toBe('same-origin')
  })

  it('never show the API key or the webhook secret', async () => {
    const { create, payins, call, page, deliveries } = openControl()
    const { id } = await create({ webhook_url: hook })
    payins.open(id)
    await turns()
    await call('GET', '/payins/x')
    const details = [
      `/sandbox/payins/${id}`,
      `/sandbox/deliveries/${deliveries[0]?.id}`,
      '/sandbox/payers/mara%40example.test',
      '/sandbox/state',
    ]
    const texts = await Promise.all([...places, ...details].map(async (path) => (await page(path)).text))
    expect(texts.join('\n')).toContain('payinStatusChanged')
    expect(texts.join('\n')).not.toContain(apiKey)
    expect(texts.join('\n')).not.toContain(webhookSecret)
  })

  it('write out the marks in a text that would turn the rest of its line around', async () => {
    const { create, page } = openControl()
    const { id } = await create({ reference: 'A-1\u202e' })
    expect((await page(`/sandbox/payins/${id}`)).text).toContain('A-1\\u202e&quot;,')
  })

  it('say what to do when there is nothing yet', async () => {
    expect((await openControl().page('/sandbox/payins')).text).toContain(
      'Create one with POST /api/v2/payins',
    )
  })

  it('show the number of active faults on every page', async () => {
    const { page, faults } = openControl()
    faults.add({ fault: 'cut', work: 'done', chance: 1 })
    expect((await page('/sandbox/payers')).text).toContain('1<span class="visually-hidden"> on</span>')
  })

  it('have their stylesheet and logo', async () => {
    const { page } = openControl()
    expect((await page('/sandbox/styles.css')).headers.get('Content-Type')).toContain('text/css')
    expect((await page('/sandbox')).text).toContain('<img src="/hosted/mark.svg"')
  })
})

describe('the overview', () => {
  it('has a call to copy with this sandbox’s address and the name of the key', async () => {
    const { app } = openControl()
    const text = await (await app.request('http://127.0.0.1:4100/sandbox')).text()
    expect(text).toContain('curl http://127.0.0.1:4100/api/v2/payins')
    expect(text).toContain('$SANDBOX_API_KEY')
  })

  it('lists the values that choose an outcome', async () => {
    const { text } = await openControl().page('/sandbox')
    expect(text).toContain('66.01')
    expect(text).toContain('stays-authorized@…')
    expect(text).toContain('4000 0000 0000 9995')
  })

  it('shows how far the clock is ahead', async () => {
    const { page, steer } = openControl()
    await steer('/sandbox/clock', { advance_ms: 90 * 60_000 })
    expect((await page('/sandbox')).text).toContain('1 h 30 min ahead of real time')
  })
})

describe('lists', () => {
  it('show the newest first, fifty to a page', async () => {
    const { page, makePayout } = openControl()
    const ids = Array.from({ length: 51 }, (_, index) => makePayout(`W-${index}`).id)
    const [first, second, beyond] = await Promise.all(
      ['', '?page=2', '?page=9'].map(async (query) => (await page(`/sandbox/payouts${query}`)).text),
    )
    expect(first).toContain(ids[50])
    expect(first).toContain(ids[1])
    expect(first).not.toContain(ids[0])
    expect(second).toContain(ids[0])
    expect(beyond).toContain('Page 2 of 2')
  })

  it('are filtered by id, reference and person, whatever the case', async () => {
    const { create, page } = openControl()
    const { id } = await create({ reference: 'Order-A' })
    const other = await create({ reference: 'Order-B', payer: { email: 'ole@example.test' } })
    for (const find of [id.slice(0, 13), 'order-a', 'MARA@']) {
      const { text } = await page(`/sandbox/payins?find=${find}`)
      expect(text).toContain(`/sandbox/payins/${id}`)
      expect(text).not.toContain(other.id)
    }
    expect((await page('/sandbox/payins?find=nothing')).text).toContain('No entry contains')
  })

  it('lead to a payer with their payins', async () => {
    const { create, page } = openControl()
    const { id } = await create()
    expect((await page('/sandbox/payers')).text).toContain('/sandbox/payers/mara%40example.test')
    expect((await page('/sandbox/payers/mara%40example.test')).text).toContain(`/sandbox/payins/${id}`)
  })

  it('show calls with their idempotency keys', async () => {
    const { create, page } = openControl()
    await create()
    const { text } = await page('/sandbox/calls')
    expect(text).toContain('POST /api/v2/payins')
    expect(text).toContain('key-1')
  })
})

describe('the page of one object', () => {
  it('links to the hosted page, also when a fault has replaced the link', async () => {
    const { create, page, faults, payins } = openControl()
    faults.add({ fault: 'hostile_redirect_url', link: 'script', chance: 1 })
    const { id } = await create()
    const { text } = await page(`/sandbox/payins/${id}`)
    expect(text).toContain(`href="${payins.hostedPath(id)}"`)
    expect(text).not.toContain('href="javascript:')
  })

  it('shows the planned changes with their times', async () => {
    const { create, page } = openControl()
    const { id } = await create()
    const { text } = await page(`/sandbox/payins/${id}`)
    expect(text).toContain('EXPIRED</span>')
    expect(text).toContain('2026-11-20 12:30:00</time> UTC, in 30 min')
  })

  it('warns that opening an on-ramp’s one-time link uses it up, and shows the session afterwards', async () => {
    const { makeOnRamp, onRamps, page } = openControl()
    const { uuid, paymentLink } = makeOnRamp()
    const linkPath = new URL(paymentLink).pathname
    const before = (await page(`/sandbox/on-ramps/${uuid}`)).text
    expect(before).toContain(`href="${linkPath}"`)
    expect(before).toContain('Works once, for another 2 min')
    const entered = onRamps.enter(linkPath.split('/').at(-1) ?? '')
    const after = (await page(`/sandbox/on-ramps/${uuid}`)).text
    expect(after).toContain(`href="${'path' in entered ? entered.path : 'refused'}"`)
    expect(after).not.toContain('Works once')
  })

  it('has no link to a hosted page before a bank transfer’s link was made', async () => {
    const { makeBankTransfer, page } = openControl()
    const { text } = await page(`/sandbox/bank-transfers/${makeBankTransfer().uuid}`)
    expect(text).toContain('none before POST /transaction/generatePaymentLink')
  })

  it('shows the webhooks about it and no others', async () => {
    const { create, payins, page, deliveries } = openControl()
    const [one, two] = [await create({ webhook_url: hook }), await create({ webhook_url: hook })]
    payins.open(one.id)
    payins.open(two.id)
    await turns()
    const { text } = await page(`/sandbox/payins/${one.id}`)
    expect(text).toContain(`/sandbox/deliveries/${deliveries[0]?.id}`)
    expect(text).not.toContain(`/sandbox/deliveries/${deliveries[1]?.id}`)
  })

  it.each(['payins', 'payouts', 'bank-transfers', 'on-ramps', 'payers', 'deliveries'])(
    'is a 404 in the same look for an unknown id among the %s',
    async (list) => {
      const { status, text, headers } = await openControl().page(`/sandbox/${list}/nobody`)
      expect(status).toBe(404)
      expect(text).toContain('<h1>Not found</h1>')
      expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
    },
  )
})

describe('hostile text', () => {
  const script = '<script>alert(1)</script>'

  it('from a merchant is shown as text everywhere', async () => {
    const { create, page, makePayout, makeBankTransfer, makeOnRamp } = openControl()
    const payer = { email: 'mara@example.test', first_name: script, last_name: '"><img src=x>' }
    const { id } = await create({ reference: script, payer })
    const paths = [
      `/sandbox/payins/${id}`,
      '/sandbox/payins',
      '/sandbox/payins?find=%3Cscript%3Ealert(1)%3C/script%3E%22%3E',
      `/sandbox/payouts/${makePayout(script).id}`,
      `/sandbox/bank-transfers/${makeBankTransfer(script).uuid}`,
      `/sandbox/on-ramps/${makeOnRamp(script).uuid}`,
    ]
    for (const path of paths) {
      const { text } = await page(path)
      expect(text).toContain('&lt;script&gt;')
      expect(text).not.toMatch(/<script|<img src=x/)
    }
  })

  it('from the receiver of a webhook is shown as text', async () => {
    const { create, payins, page, deliveries, merchant } = openControl()
    merchant.answer = async () => new Response(script, { status: 500 })
    payins.open((await create({ webhook_url: `${hook}?a="><script>` })).id)
    await turns()
    const { text } = await page(`/sandbox/deliveries/${deliveries[0]?.id}`)
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text).not.toContain('<script')
  })
})
