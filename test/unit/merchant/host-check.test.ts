import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createHostCheck } from '../../../src/merchant/http/host-check.ts'
import { equivalentOrigins } from '../../../src/merchant/settings/settings.ts'

/** What is said of shoppers' requests with these headers, in order. */
async function saidOf(publicUrl: string, ...requests: readonly Record<string, string>[]): Promise<string[]> {
  const said: string[] = []
  const config = {
    publicUrl,
    ownOrigins: equivalentOrigins(new URL(publicUrl)),
    names: { nameOf: () => 'PUBLIC_URL', listed: () => '' },
  }
  const check = createHostCheck(config, (message) => said.push(message))
  const app = new Hono().all('*', (c) => {
    check(c)
    return c.text('')
  })
  for (const headers of requests) await app.request('/', { headers })
  return said
}

test('a public address with another port than shoppers use is said once, with the name of the setting', async () => {
  const said = await saidOf('http://localhost:4000', { host: 'localhost:4200' }, { host: 'localhost:4201' })
  expect(said).toEqual([
    expect.stringMatching(
      /^A shopper's request came to localhost:4200, and PUBLIC_URL says localhost:4000: .*Set PUBLIC_URL to/,
    ),
  ])
})

test.each([
  ['http://localhost:4000', 'localhost:4000'],
  ['http://localhost:4000', '127.0.0.1:4000'],
  ['http://localhost:4000', '[::1]:4000'],
  ['https://shop.example', 'shop.example'],
  ['https://shop.example', 'SHOP.example:443'],
  ['https://shop.example:8443/pay', 'shop.example:8443'],
])('with the public address %s, a request to %s is as it must be', async (publicUrl, host) => {
  expect(await saidOf(publicUrl, { host })).toEqual([])
})

test.each<[string, Record<string, string>]>([
  ['a proxy passed it on', { host: 'app:4000', 'x-forwarded-for': '203.0.113.7' }],
  ['a proxy names the host beside it', { host: 'app:4000', 'x-forwarded-host': 'shop.example' }],
  ['it has no host', {}],
  ['its host is none', { host: 'evil.example/<script>' }],
])('nothing is said of a request when %s', async (_, headers) => {
  expect(await saidOf('https://shop.example', headers)).toEqual([])
})
