// A shop with a strict CSP: the element must render, style and pay without a violation (docs/internals/browser-facts.md#what-a-strict-policy-allows).
import { describe, expect, test } from 'vitest'
import type { PayinCheckoutElement } from '../../src/elements/payin-checkout.ts'
import { settle } from '../support/fake-clock.ts'
import { aSession } from '../support/sessions.ts'
import { type InnerPage, openPageUnder } from './inner-page.ts'

const strict = "default-src 'self'; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'"

/** The real element with the real ports, in a page where `fetch` returns `answers`. */
async function payIn(page: InnerPage, answers: readonly unknown[]) {
  const queue = [...answers]
  page.window.fetch = async () => {
    const next = queue.shift()
    if (next === undefined) return new Promise<Response>(() => {})
    return new page.window.Response(JSON.stringify(next), { headers: { 'Content-Type': 'application/json' } })
  }
  page.window.open = () => null
  // All test pages share one tab and its storage.
  page.window.sessionStorage.clear()
  await page.load('/src/define.ts')
  const element = page.document.createElement('payin-checkout') as PayinCheckoutElement
  element.setAttribute('endpoint', '/checkout')
  element.setAttribute('order', 'A-1001')
  element.setAttribute('mode', 'popup')
  page.document.body.append(element)
  return element
}

const phaseOf = (element: PayinCheckoutElement) => expect.poll(() => element.state.phase)

describe('under a strict policy', () => {
  test('the element renders with styles without a violation', async () => {
    const page = await openPageUnder(strict)
    const element = await payIn(page, [])
    const button = element.shadowRoot?.querySelector('button')

    expect(button?.textContent).toBe('Pay now')
    expect(button && page.window.getComputedStyle(button).minBlockSize).toBe('48px')
    expect(page.violations).toEqual([])
  })

  test('a payment runs from the press to completion without a violation', async () => {
    const page = await openPageUnder(strict)
    const element = await payIn(page, [aSession(), aSession({ status: 'COMPLETED' })])
    element.shadowRoot?.querySelector('button')?.click()
    await phaseOf(element).toBe('complete')

    expect(element.shadowRoot?.textContent).toContain('Thank you. Your payment has arrived.')
    expect(page.violations).toEqual([])
  })

  test('every other screen renders without a violation', async () => {
    const page = await openPageUnder(strict)
    const element = await payIn(page, [aSession(), aSession({ status: 'FAILED' })])
    element.shadowRoot?.querySelector('button')?.click()
    await phaseOf(element).toBe('failed')
    element.reset()
    element.theme = 'dark'
    element.label = '<b>Pay</b>'
    await settle()

    expect(element.shadowRoot?.querySelector('button b')).toBeNull()
    expect(page.violations).toEqual([])
  })
})

describe('the policy of these tests', () => {
  test('detects an inline style', async () => {
    const page = await openPageUnder(strict)
    const style = page.document.createElement('style')
    style.textContent = 'p { color: red }'
    page.document.head.append(style)

    await expect.poll(() => page.violations.join()).toContain('style-src')
  })

  test('detects parsed markup', async () => {
    const page = await openPageUnder(strict)
    expect(() => {
      page.document.body.innerHTML = '<p>Pay</p>'
    }).toThrow(/TrustedHTML/)

    await expect.poll(() => page.violations.join()).toContain('require-trusted-types-for')
  })
})
