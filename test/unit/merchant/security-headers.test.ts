import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { mountGallery } from '../../../demo/gallery/gallery.ts'
import { mountShop } from '../../../demo/shop/shop.ts'
import { createOrders } from '../../../server-example/orders.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
const denyAll = "default-src 'none'; frame-ancestors 'none'"

const headersOf = async (path: string, init: RequestInit = {}) => {
  const { headers } = await world().app.request(path, init)
  return (name: string) => headers.get(name)
}

describe('every answer', () => {
  test.each([
    ['/checkout/banks', {}],
    ['/checkout/sessions/cs_x', {}],
    ['/checkout/sessions', { method: 'POST' }],
    ['/checkout/sessions', { method: 'DELETE' }],
    ['/checkout/sessions', { method: 'OPTIONS', headers: { origin: 'https://partner.example' } }],
    ['/webhooks/payins', { method: 'POST', body: '{}' }],
    ['/healthz', {}],
    ['/nowhere', {}],
  ])('of %s %j cannot be sniffed, framed or loaded by another site', async (path, init) => {
    const header = await headersOf(path, init)
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(header('content-security-policy')).toBe(denyAll)
    expect(header('cross-origin-resource-policy')).toBe('same-origin')
    expect(header('strict-transport-security')).toBe('max-age=31536000')
    // A value would cut the connection to the hosted window.
    expect(header('cross-origin-opener-policy')).toBeNull()
  })

  test('has no HSTS in a shop on http, or browsers would refuse that shop for a year', async () => {
    await world().restart({ PUBLIC_URL: 'http://localhost:4000' })
    const header = await headersOf('/healthz')
    expect(header('strict-transport-security')).toBeNull()
  })
})

test('the script and its languages load on the pages of other origins', async () => {
  for (const path of ['/payin-checkout.js', '/locales/de.json']) {
    const header = await headersOf(path)
    expect(header('cross-origin-resource-policy')).toBe('cross-origin')
    const again = await headersOf(path, { headers: { 'if-none-match': header('etag') ?? '' } })
    expect(again('cross-origin-resource-policy')).toBe('cross-origin')
  }
})

test('a bank’s logo shows on the pages of other origins', async () => {
  const { service } = world()
  service.banks.push({ id: 'b2', name: 'Second', logo_url: 'https://cdn.example/b2.svg' })
  const image = { headers: { 'content-type': 'image/svg+xml' } }
  service.elsewhere.set('https://cdn.example/b2.svg', () => new Response('<svg/>', image))
  const header = await headersOf('/checkout/banks/b2/logo')
  expect(header('cross-origin-resource-policy')).toBe('cross-origin')
  expect(header('content-security-policy')).toBe("default-src 'none'; sandbox")
})

test('a page keeps its own content security policy', async () => {
  const pages = new Hono()
  mountGallery(pages, new AbortController().signal)
  const listOrders = () => createOrders(world().db).list()
  const shop = { listOrders, listLanguages: async () => [], kinds: ['payin'] as const }
  mountShop(pages, { ...shop, paymentsBaseUrl: 'https://pay.example' })
  for (const path of ['/', '/gallery', '/shop/assets/shop.css', '/checkout/return']) {
    const { headers } = await (path.startsWith('/checkout') ? world().app : pages).request(path)
    const header = (name: string) => headers.get(name)
    expect(header('content-security-policy')).toMatch(/^default-src '(self|none)'; (object|script)-src /)
  }
})
