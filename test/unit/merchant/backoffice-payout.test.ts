// A payout on the back office page, over the sandbox.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { IssuedPayout } from '../../../src/merchant/create/payouts.ts'
import { backofficeToken, useSandboxWorld } from './sandbox-world.ts'

const world = useSandboxWorld()

async function issue(reference: string): Promise<IssuedPayout> {
  const response = await world().app.request('/backoffice/payouts', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${backofficeToken}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({ reference, amount: { value: '49.90', currency: 'EUR' } }),
  })
  return (await response.json()) as IssuedPayout
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
