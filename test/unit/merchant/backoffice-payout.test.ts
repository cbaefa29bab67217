// A payout on the back office page, over the sandbox.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { IssuedPayout } from '../../../src/merchant/create/payouts.ts'
import { backofficeToken, useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()

async function issue(reference: string, key: string = randomUUID()): Promise<IssuedPayout> {
  const amount = { value: '49.90', currency: 'EUR' }
  return (await world().backoffice('payouts', { reference, amount }, key)).json()
}

async function see(query: string): Promise<{ status: number; html: string }> {
  const signedIn = await world().app.request('/backoffice/sign-in', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ by: 'mara', token: backofficeToken }).toString(),
  })
  const [cookie = ''] = (signedIn.headers.get('set-cookie') ?? '').split(';')
  const response = await world().app.request(`/backoffice${query}`, { headers: { cookie } })
  return { status: response.status, html: await response.text() }
}

test('a payout is shown by its reference, and neither its code nor its id is on the page', async () => {
  const { claim_code, id } = await issue('refund-1')
  const { status, html } = await see('?payout=refund-1')
  expect(status).toBe(200)
  for (const shown of ['refund-1', '€49.90', '<strong>open</strong>']) expect(html).toContain(shown)
  for (const hidden of [claim_code, id, id.slice(3)]) expect(html).not.toContain(hidden)
})

test.each(['refund-2', 'x'.repeat(37), 'A\0'])(
  'a payout that there is not is none: %j',
  async (reference) => {
    const { status, html } = await see(`?payout=${encodeURIComponent(reference)}`)
    expect(status).toBe(200)
    expect(html).toContain('There is no payout with the reference')
  },
)

test.each(['.', '..', 'a/../b', '../a', 'a\\.', './'])(
  'a reference that would change its address is refused: %j',
  async (reference) => {
    expect(await issue(reference)).toMatchObject({ errors: [{ pointer: '/reference' }] })
    expect(world().sandbox.service.payouts.list()).toEqual([])
  },
)

test.each([
  ' refund',
  'refund ',
  'refund\u00a0',
  're\u200bfund',
  're\u00adfund',
  '\u202erefund',
  'cafe\u0301',
])(
  'a reference that looks like another one is refused, so that none is paid out twice: %j',
  async (reference) => {
    expect(await issue(reference)).toMatchObject({ errors: [{ pointer: '/reference' }] })
    expect(world().sandbox.service.payouts.list()).toEqual([])
  },
)

test.each([
  'a/b',
  'a//b',
  '...',
  'a..b',
  '50%',
  '%2e',
  'a%2Fb',
  'a?b#c',
  'a b+c',
  'Ä b',
  'a\\b',
  '/a/',
  ';a=1',
])('a reference is read by its address: %j', async (reference) => {
  const { id } = await issue(reference)
  const response = await world().backoffice(`payouts/${encodeURIComponent(reference)}`)
  expect(await response.json()).toMatchObject({ id, reference })
})

test('the page says what to do when the service cannot be asked whether it has a payout', async () => {
  await world().fault({ fault: 'error', operations: ['listPayouts'] })
  const { status, html } = await see('?payout=refund-3')
  expect(status).toBe(503)
  expect(html).toContain('Load the page again in a minute.')
  expect(html).not.toContain('There is no payout')
})

test('an order without payments leads to the payout of the same name', async () => {
  await issue('refund-4')
  const { html } = await see('?order=refund-4')
  expect(html).toContain('<a href="backoffice?payout=refund-4">show the payout</a>')
  expect((await see('?payout=refund-4')).html).toContain('€49.90')
})

describe('the newest payouts', () => {
  test('are listed by whether they are paid out, each with its amount, its outcome and its page', async () => {
    for (const reference of ['refund-5', 'refund-6']) await issue(reference)
    const later = new Date(world().clock.now() + 1_000)
    await world().db.query(`update payin_checkout.payouts set created_at = $1 where id = 'refund-6'`, [later])
    await issue('<b>refund-7')
    await world().command(`payouts/${world().sandbox.service.payouts.list()[0]?.id}/status`, {
      status: 'COMPLETED',
    })
    const waiting = await see('?payouts=unpaid')
    expect(waiting.status).toBe(200)
    expect(waiting.html).toMatch(/refund-6[\s\S]*€49\.90[\s\S]*open[\s\S]*refund-5/)
    expect(waiting.html).toContain('href="backoffice?payout=refund-6"')
    expect(waiting.html).not.toContain('refund-7')
    const paid = await see('?payouts=paid')
    expect(paid.html).toContain('&lt;b&gt;refund-7')
    expect(paid.html).toContain('href="backoffice?payout=%3Cb%3Erefund-7"')
    expect(paid.html).not.toContain('refund-6')
  })

  test('hold neither a code nor an id', async () => {
    const { claim_code, id } = await issue('refund-8')
    const { html } = await see('?payouts=unpaid')
    expect(html).toContain('refund-8')
    for (const hidden of [claim_code, id, id.slice(3)]) expect(html).not.toContain(hidden)
  })

  test('do not hold a reference whose request was refused for its key', async () => {
    const key = randomUUID()
    await issue('refund-9', key)
    await issue('refund-10', key)
    const { html } = await see('?payouts=unpaid')
    expect(html).toContain('refund-9')
    expect(html).not.toContain('refund-10')
    expect(await issue('refund-10')).toMatchObject({ reference: 'refund-10', outcome: 'open' })
  })

  test('are fifty at most, and none is said so', async () => {
    expect((await see('?payouts=paid')).html).toContain('No payout has been paid out yet.')
    expect((await see('?payouts=')).html).not.toContain('Payouts, ')
    for (let n = 1; n <= 52; n++) {
      await world().clock.advance(20_000)
      await issue(`r-${n}`)
    }
    const { html } = await see('?payouts=unpaid')
    expect(html.match(/<article>/g)).toHaveLength(50)
    expect(html).toContain('r-52')
    expect(html).not.toContain('r-2<')
  })
})
