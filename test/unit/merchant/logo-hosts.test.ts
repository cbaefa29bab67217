// The whole server over real sockets, with a local service whose list of banks names hosts that must not be contacted.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { expect, test } from 'vitest'
import { createApp } from '../../../src/merchant/app.ts'
import { readSettings } from '../../../src/merchant/settings/read.ts'
import { openEmptyDatabase } from '../../support/empty-database.ts'
import { createMerchant, makeTables } from '../../support/example-merchant.ts'
import { baseEnv } from './harness.ts'

test('a logo of the local service is served, and no other local port is contacted', async () => {
  let connections = 0
  const askedAs: unknown[] = []
  const neighbour = createTcpServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  const service = createServer((request, response) => {
    if (request.url === '/logo.svg') {
      askedAs.push(request.headers['user-agent'])
      response.setHeader('content-type', 'image/svg+xml').end('<svg/>')
    } else response.setHeader('content-type', 'application/json').end(JSON.stringify(banks()))
  }).listen(0, '127.0.0.1')
  await Promise.all([once(neighbour, 'listening'), once(service, 'listening')])
  const own = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  const { port } = neighbour.address() as AddressInfo
  const refused = ['localhost.', 'shop.localhost', '127.0.0.1', '[::ffff:127.0.0.1]', '0.0.0.0', '127.1']
  const urls = [`${own}/logo.svg`, ...refused.map((host) => `https://${host}:${port}/`)]
  const banks = () => ({
    content: urls.map((logo_url, index) => ({ id: `b${index}`, name: 'A bank', logo_url })),
    page: 1,
    page_size: urls.length,
    has_more: false,
  })
  const db = await openEmptyDatabase()
  try {
    await makeTables(db)
    const config = readSettings({}, { ...baseEnv, PAYMENTS_BASE_URL: own })
    const merchant = await createMerchant(config, db, { log: () => undefined })
    const app = createApp(merchant)
    const answers = urls.map((_url, index) => app.request(`/checkout/banks/b${index}/logo`))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, ...refused.map(() => 404)])
    expect(connections).toBe(0)
    // The request came over the checked connection, not from the global `fetch`.
    expect(askedAs).toEqual(['payin-checkout'])
    const { content } = (await (await app.request('/checkout/banks')).json()) as {
      content: { logo_url: string | null }[]
    }
    expect(content.map(({ logo_url }) => logo_url)).toEqual(['banks/b0/logo', ...refused.map(() => null)])
    await merchant.close()
  } finally {
    await db.close()
    neighbour.close()
    service.close()
  }
})
