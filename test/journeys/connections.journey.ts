// With HTTP/1.1 a browser has six connections to a host, over all tabs. Held reads must leave some of them free for
// a create request. The server of these journeys answers no held read before a create request has arrived.
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test as base, expect, type Page } from '@playwright/test'

const followed = Array.from({ length: 8 }, (_, at) => `cs_${at}`)

class HoldingMerchant {
  origin = ''
  /** Held reads without an answer. */
  readonly held = new Set<ServerResponse>()
  mostHeld = 0
  /** How many held reads the browser aborted. */
  givenUp = 0
  readonly reads = new Map<string, number>()
  /** Orders with a create request. */
  readonly pressed: string[] = []
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  async listen(): Promise<void> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.origin = `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.origin)
    const [, id] = /\/checkout\/sessions\/(\w+)$/.exec(pathname) ?? []
    const send = (type: string, body: string | Buffer, headers = {}) =>
      response.writeHead(200, { 'Content-Type': type, ...headers }).end(body)
    if (request.method === 'POST') {
      const { order } = JSON.parse((await request.setEncoding('utf8').toArray()).join(''))
      this.pressed.push(order)
      const redirect_url = `${this.origin.replace('localhost', '127.0.0.1')}/hosted`
      send('application/json', JSON.stringify({ id: `cs_of_${order}`, status: 'CREATED', redirect_url }))
    } else if (id) {
      this.reads.set(id, (this.reads.get(id) ?? 0) + 1)
      if (request.headers.prefer) this.#hold(response)
      else if (request.headers['if-none-match']) response.writeHead(304).end()
      else send('application/json', JSON.stringify({ id, status: 'AUTHORIZED' }), { ETag: '"1"' })
    } else if (pathname === '/payin-checkout.js') {
      send('text/javascript', await readFile(new URL('../../dist/payin-checkout.js', import.meta.url)))
    } else if (pathname === '/shop') {
      const checkouts = followed.map(
        (id) => `<payin-checkout endpoint="/checkout" session="${id}"></payin-checkout>`,
      )
      send(
        'text/html',
        `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script src="/payin-checkout.js"></script>
        <payin-checkout endpoint="/checkout" order="${searchParams.get('order')}"></payin-checkout>${checkouts.join('')}`,
      )
    } else send('text/html', '<!doctype html><title>Hosted</title><link rel="icon" href="data:,">')
  }

  #hold(response: ServerResponse): void {
    this.held.add(response)
    this.mostHeld = Math.max(this.mostHeld, this.held.size)
    response.on('close', () => {
      this.held.delete(response)
      this.givenUp++
    })
  }
}

const test = base.extend<{ merchant: HoldingMerchant }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures that a fixture needs from here.
  merchant: async ({}, use) => {
    const merchant = new HoldingMerchant()
    await merchant.listen()
    await use(merchant)
    await merchant.close()
  },
})

/** Opens a shop's page that follows eight payments, and waits until each has sent its first read. */
async function visit(page: Page, merchant: HoldingMerchant, order: string): Promise<void> {
  await page.goto(`${merchant.origin}/shop?order=${order}`)
  await expect.poll(() => followed.every((id) => merchant.reads.has(id))).toBe(true)
  await expect.poll(() => merchant.held.size).toBeGreaterThanOrEqual(2)
}

async function press(page: Page): Promise<void> {
  const popup = page.waitForEvent('popup')
  await page.getByRole('button', { name: 'Pay now' }).click()
  await (await popup).waitForURL(/\/hosted$/)
}

test('a create request is sent at once while the page follows eight payments', async ({ page, merchant }) => {
  await visit(page, merchant, 'A-1')
  await press(page)

  expect(merchant.pressed).toEqual(['A-1'])
  // No held read was aborted for it.
  expect([merchant.givenUp, merchant.mostHeld]).toEqual([0, 2])
})

test('a create request is sent at once while two tabs follow eight payments each', async ({
  page,
  context,
  merchant,
}) => {
  await visit(page, merchant, 'A-1')
  const other = await context.newPage()
  await visit(other, merchant, 'A-2')
  await press(other)
  await press(page)

  expect(merchant.pressed).toEqual(['A-2', 'A-1'])
  expect([merchant.givenUp, merchant.mostHeld]).toEqual([0, 2])
})

test('a payment without a free place for a held read is polled', async ({ page, merchant }) => {
  await visit(page, merchant, 'A-1')

  await expect.poll(() => followed.every((id) => (merchant.reads.get(id) ?? 0) > 1)).toBe(true)
  expect(merchant.mostHeld).toBe(2)
})
