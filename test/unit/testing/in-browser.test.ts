// The error of a simulated shopper in a browser when the page is not the expected one. Tests with a real browser:
// test/journeys/testing.journey.ts.
import type { HostedControl, HostedPage } from 'payin-checkout/testing'
import { expect, it } from 'vitest'
import { openSandbox } from './merchant-under-test.ts'

/** The address of the sandbox, whose pages are faked. */
let baseUrl: string

async function openFakedSandbox() {
  const sandbox = await openSandbox()
  baseUrl = sandbox.baseUrl
  return sandbox
}

function fakePage(more: Partial<HostedPage>, count = 0): HostedPage {
  const control: HostedControl = {
    count: async () => count,
    first: () => control,
    click: async () => {},
    check: async () => {},
    fill: async () => {},
    getAttribute: async () => 'en',
  }
  return {
    url: () => `${baseUrl}/pay/abc`,
    title: async () => 'Pay €49.90',
    isClosed: () => false,
    waitForLoadState: async () => {},
    getByRole: () => control,
    getByLabel: () => control,
    locator: () => control,
    ...more,
  }
}

it.each([
  [
    'a page of the shop',
    fakePage({ url: () => 'http://shop.example/cart', title: async () => 'Cart' }),
    /the page "Cart" \(http:\/\/shop\.example\/cart\) is not a hosted page/,
  ],
  [
    'a window that never gets an address',
    fakePage({ url: () => 'about:blank', title: async () => '' }),
    /the page "" \(about:blank\) is not a hosted page/,
  ],
  [
    'a window that is closed',
    fakePage({ isClosed: () => true }),
    /the window, which is closed, is not a hosted page/,
  ],
  [
    'a page without the control',
    fakePage({}),
    /Cannot pay with "card" here: the page "Pay €49.90" \(\/pay\/…\) has no control for it/,
  ],
  ['a page that stays as it is after the press', fakePage({}, 1), /is still there after the press/],
  ['a payout', fakePage({ url: () => `${baseUrl}/payout/abc` }), /does not offer it/],
])('the error names %s', async (_, page, message) => {
  const sandbox = await openFakedSandbox()
  await expect(sandbox.pay(page, { with: 'card', timeoutMs: 50 })).rejects.toThrow(message)
})

it('a window that closes during the last press has finished', async () => {
  const sandbox = await openFakedSandbox()
  let closed = false
  const page = fakePage({ isClosed: () => closed }, 1)
  const control = page.locator('html')
  control.click = async () => {
    closed = true
    throw new Error('Target page, context or browser has been closed')
  }
  await sandbox.pay(page, { with: 'card', timeoutMs: 50 })
})

it('does not pay on a page of another service, whose path looks the same', async () => {
  const sandbox = await openSandbox()
  let presses = 0
  const page = fakePage({ url: () => 'https://payments.example/pay/abc' }, 1)
  const control = page.locator('html')
  control.click = async () => void presses++
  await expect(sandbox.pay(page, { with: 'card', timeoutMs: 50 })).rejects.toThrow('has no payment')
  expect(presses).toBe(0)
})
