// A developer uses the sandbox's control panel in a browser: every page, and the form of each command.
import { expect, test } from './support/hosted-visit.ts'

test.describe('on a narrow screen', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  test('every page of the panel fits and is accessible', async ({ visit }) => {
    const { origin } = visit.sandbox
    const payin = await visit.payin({ webhook_url: `${origin}/nothing-here` })
    const refused = await visit.payin()
    visit.sandbox.service.payins.fail(refused.id, 'AUTHORIZATION_FAILED')
    const payout = await visit.payout()
    const { id } = await visit.bankTransfer()
    await visit.onRamp()
    visit.sandbox.service.payins.authorize(payin.id, {
      method: 'card',
      number: '4242424242424242',
      expiry: '12/40',
    })
    const pages = [
      '',
      '/payins',
      '/payouts',
      '/bank-transfers',
      '/on-ramps',
      '/payers',
      '/deliveries',
      '/calls',
    ]
    const objects = [
      `/payins/${payin.id}`,
      `/payins/${refused.id}`,
      `/payouts/${payout.id}`,
      `/bank-transfers/${id}`,
    ]
    for (const path of [...pages, ...objects, '/panel/faults', '/panel/reset']) {
      await visit.open(`${origin}/sandbox${path}`)
    }
  })
})

test('a developer changes a payin, advances the clock, resends a webhook, adds faults and resets the sandbox', async ({
  visit,
}) => {
  const { page, sandbox } = visit
  const payin = await visit.payin({ webhook_url: `${sandbox.origin}/nothing-here` })
  await visit.open(`${sandbox.origin}/sandbox/payins/${payin.id}`)
  await page.getByLabel('Status', { exact: true }).selectOption('DISPUTED')
  await visit.press(/^Move/)
  expect(sandbox.service.payins.find(payin.id)?.status).toBe('DISPUTED')
  await expect.poll(() => sandbox.deliveries[0]?.status).toBe(404)

  await visit.open(`${sandbox.origin}/sandbox/deliveries/${sandbox.deliveries[0]?.id}`)
  const sent = sandbox.deliveries.length
  await visit.press('Send again')
  expect(sandbox.deliveries.length).toBeGreaterThan(sent)

  await visit.open(`${sandbox.origin}/sandbox`)
  await visit.press('+24 h')
  // Real time passes too while the clock is advanced.
  expect(sandbox.clock.aheadMs).toBeGreaterThan(24 * 60 * 60_000 - 5_000)

  await visit.open(`${sandbox.origin}/sandbox/panel/faults`)
  const form = page.locator('details', { hasText: 'Connection cut' })
  await form.locator('summary').click()
  await form.getByRole('button', { name: 'Switch on' }).click()
  await expect(page.getByRole('button', { name: 'Remove all' })).toBeVisible()
  await visit.look()
  expect(sandbox.faults.show().faults).toMatchObject([{ fault: 'cut', chance: 1, left: null }])
  await visit.press('Remove all')
  expect(sandbox.faults.show().faults).toEqual([])

  await visit.open(`${sandbox.origin}/sandbox/panel/reset`)
  await page.locator('main form').getByRole('button').first().click()
  await expect.poll(() => sandbox.service.payins.list()).toEqual([])
})

test('with forced colors only the current page is marked in the navigation', async ({ visit }) => {
  await visit.page.emulateMedia({ forcedColors: 'active' })
  await visit.open(`${visit.sandbox.origin}/sandbox/payins`)
  const marks = await visit.page
    .getByRole('navigation', { name: 'Control panel' })
    .getByRole('link')
    .evaluateAll((links) => {
      const paper = getComputedStyle(document.body).backgroundColor
      return links
        .filter((link) => getComputedStyle(link).borderBlockEndColor !== paper)
        .map((link) => link.textContent)
    })
  expect(marks).toEqual(['Payins'])
})
