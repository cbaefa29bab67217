import { describe, expect, it } from 'vitest'
import { toUsdc } from '../../../../src/sandbox/hosted/conversion.ts'
import type { OnRampIntent } from '../../../../src/sandbox/service/intents.ts'
import { decideAtBank, openPayoutsAndTransactions, origin, returnUrl } from './pages-under-test.ts'

const minuteMs = 60_000

/** A user with a fresh link to pay 50 euros. */
function openUser(more: Partial<OnRampIntent> = {}) {
  const pages = openPayoutsAndTransactions()
  const intent = { amount: 50, names: 'Mara Lind', userId: 'u7', userEmail: 'mara@mail.example', ...more }
  const { hostedLink } = pages.onRamps.generateLink({ hostedRedirectUrl: returnUrl, ...intent }, origin)
  const link = new URL(hostedLink).pathname
  const enter = async () => (await pages.get(link)).location ?? ''
  const now = () => pages.onRamps.list()[0]
  const decide = (path: string, how: { decision?: string; user?: string } = {}) =>
    decideAtBank(pages, path, how)
  return { ...pages, link, enter, now, decide }
}

describe('the one-time link', () => {
  it('opens a session once', async () => {
    const { get, link } = openUser()
    expect(await get(link)).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^\/on-ramp\/session\/.{20,}$/),
    })
    expect(await get(link)).toMatchObject({
      status: 410,
      page: expect.stringContaining('This link has been used'),
    })
  })

  it('is not spent by a HEAD or a prefetch, whose answer no browser keeps', async () => {
    const { get, link } = openUser()
    await get(link, { method: 'HEAD' })
    expect((await get(link, { headers: { 'Sec-Purpose': 'prefetch;prerender' } })).status).toBe(503)
    expect((await get(link)).status).toBe(303)
  })

  it('is refused after two minutes, with what to do', async () => {
    const { get, link, clock } = openUser()
    await clock.advance(2 * minuteMs)
    const { status, page } = await get(link)
    expect(status).toBe(410)
    expect(page).toContain('This link has expired')
    expect(page).toContain('ask the merchant for a new link')
  })

  it('opens a session to which an unknown step and a GET to the address of a form lead', async () => {
    const { get, enter, now } = openUser()
    const path = await enter()
    for (const step of ['/cancel', '/settings', '/nowhere'])
      expect((await get(path + step)).location).toBe(path)
    expect(now()?.paymentStatus).toBe('INTENT')
  })

  it('is refused with 404 when it is unknown, and so is a session', async () => {
    const { get, post } = openUser()
    expect(await get('/on-ramp/nobody')).toMatchObject({
      status: 404,
      page: expect.stringContaining('new link'),
    })
    expect((await get('/on-ramp/session/nobody')).status).toBe(404)
    expect((await post('/on-ramp/session/nobody/cancel')).status).toBe(404)
    expect((await get('/on-ramp/session/nobody/bank')).status).toBe(404)
  })
})

describe('the session', () => {
  it('shows what is paid, what the merchant receives, by whom and until when', async () => {
    const { get, enter } = openUser({ names: '<script>Mara' })
    const { page } = await get(await enter())
    for (const text of [
      '€50.00',
      '54.00 USDC',
      'Polygon',
      'mara@mail.example',
      '12:15 UTC',
      '&lt;script&gt;Mara',
    ]) {
      expect(page).toContain(text)
    }
    expect(page).not.toContain('<script>Mara')
  })

  it.each([
    ['5', '5.40'],
    ['19.99', '21.5892'],
    ['0.0000001', '0.00'],
  ])(
    'converts %s EUR without rounding errors of floats, and never to more than it is worth',
    (euros, usdc) => {
      expect(toUsdc({ value: euros, currency: 'EUR' }, 'down').amount.value).toBe(usdc)
    },
  )

  it('can be reloaded, and is STARTED only when a bank is chosen', async () => {
    const { get, post, enter, now } = openUser()
    const path = await enter()
    await get(path)
    await get(path)
    const list = await get(`${path}/bank`)
    expect(now()?.paymentStatus).toBe('INTENT')
    await post(`${path}/bank`, { bank_id: /name="bank_id" value="([^"]+)"/.exec(list.page)?.[1] ?? '' })
    expect(now()?.paymentStatus).toBe('STARTED')
  })

  it('is over after 15 minutes: every step leads to a page that says so', async () => {
    const { get, enter, clock, decide, now } = openUser()
    const path = await enter()
    await clock.advance(15 * minuteMs)
    expect((await decide(path)).location).toBe(path)
    expect((await get(`${path}/bank/confirm`)).location).toBe(path)
    const { page } = await get(path)
    expect(page).toContain('This payment has expired')
    expect(page).toContain(`href="${returnUrl}"`)
    expect(now()).toMatchObject({ paymentStatus: 'INTENT', bankDepositStatus: 'FAILED' })
  })
})

describe('a session that was moved by hand', () => {
  it('is over after 15 minutes too, although no change was planned', async () => {
    const { get, enter, onRamps, clock, decide, now } = openUser()
    const path = await enter()
    onRamps.moveByHand(now()?.uuid ?? '', { paymentStatus: 'STARTED' })
    await clock.advance(15 * minuteMs)
    expect((await get(path)).page).toContain('This payment has expired')
    expect((await decide(path)).location).toBe(path)
    expect(now()?.paymentStatus).toBe('STARTED')
  })
})

describe('after the bank', () => {
  it('the page follows the money to the merchant and then offers the way back', async () => {
    const { get, enter, decide, clock, deposits } = openUser()
    const path = await enter()
    expect((await decide(path)).location).toBe(path)
    expect((await get(path)).page).toMatch(/http-equiv="refresh" content="2"/)
    await clock.advance(2_000)
    expect((await get(path)).page).toContain('Your payment is under way')
    await clock.advance(2_000)
    const { page } = await get(path)
    expect(page).toContain('Payment complete')
    expect(page).toContain(`href="${returnUrl}">Back to merchant`)
    expect(page).toContain('tone-done')
    expect(page).not.toContain('close this window')
    expect(page).not.toContain('http-equiv')
    expect(deposits).toHaveLength(1)
  })

  it('says that the window can be closed when there is no return address', async () => {
    const pages = openPayoutsAndTransactions()
    const intent = { amount: 50, names: 'Mara Lind', userId: 'u7', userEmail: 'mara@mail.example' }
    const { hostedLink } = pages.onRamps.generateLink(intent, origin)
    const path = (await pages.get(new URL(hostedLink).pathname)).location ?? ''
    await decideAtBank(pages, path)
    expect((await pages.get(path)).page).toContain('You can close this window.')
  })

  it.each([
    ['a refusal', 50, { decision: 'refuse' }],
    ['a bank that refuses', 50, { user: 'no-money' }],
    ['a magic amount', 66.01, {}],
  ])('%s is shown, with a link back to the merchant', async (_, amount, how) => {
    const { get, enter, decide, now } = openUser({ amount })
    const path = await enter()
    await decide(path, how)
    expect(now()?.paymentStatus).toBe('FAILED_INTENT')
    expect((await get(path)).page).toMatch(/Payment not authorised[\s\S]*Back to merchant/)
  })

  it('cancelling ends the session once and leads to its page', async () => {
    const { get, post, enter, decide, now } = openUser()
    const path = await enter()
    expect((await post(`${path}/cancel`)).location).toBe(path)
    await decide(path)
    expect(now()?.paymentStatus).toBe('FAILED_INTENT')
    expect((await get(path)).page).toContain('Payment not authorised')
  })

  it('cancelling after the authorisation changes nothing', async () => {
    const { post, enter, decide, now } = openUser()
    const path = await enter()
    await decide(path)
    await post(`${path}/cancel`)
    expect(now()?.paymentStatus).toBe('PROCESSING')
  })

  it('says that the money has not arrived when it does not', async () => {
    const { get, enter, decide, clock } = openUser({ amount: 66.14 })
    const path = await enter()
    await decide(path)
    await clock.advance(2_000)
    expect((await get(path)).page).toContain('Your money has not arrived')
  })
})
