// `--header` means the same in doctor and in verify, and its value is shown nowhere.
import { describe, expect, test } from 'vitest'
import { readInput } from '../../../src/cli/doctor/run-doctor.ts'
import { readOptions } from '../../../src/cli/verify/options.ts'
import { ShopClient } from '../../../src/cli/verify/shop-client.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { runCli, serving } from './running-sandbox.ts'

const readers = {
  doctor: (header: string[]) => readInput({ header }, {}, new URL('https://shop.example/')).headers,
  verify: (header: string[]) =>
    readOptions('http://127.0.0.1:1/', { ...verifyOptions, header }, fakeTerminal().terminal).proof.headers,
}
const verifyOptions = {
  ...{ order: ['A-{n}'], firstOrder: '1', timeout: '1', sandbox: 'http://127.0.0.1:1' },
  ...{ apiKey: 'test_x', webhookSecret: 'x' },
}

describe.each(Object.entries(readers))('--header of %s', (command, read) => {
  test.each([
    [['Cookie: a=1', 'cookie:b=2'], { cookie: 'a=1; b=2' }],
    [['X-Gate: open: yes', 'x-gate: too'], { 'x-gate': 'open: yes, too' }],
    [['Authorization : Basic eDp5 '], { authorization: 'Basic eDp5' }],
    [['Constructor: x', 'toString: y'], { constructor: 'x', tostring: 'y' }],
    [[], {}],
  ])('reads %j', (given, headers) => {
    expect(read(given)).toEqual(headers)
  })

  test.each(['hush', 'Cookie:', ': hush', 'Coo kie: hush', 'Cookie: hush\nX: hush', 'Cookie: hush\u{1f36a}'])(
    'refuses %j with a message that does not show it',
    (text) => {
      expect(() => read([text])).toThrow(/^--header must be a name and a value/)
      expect(() => read([text])).not.toThrow(/hush/)
    },
  )

  test.each(['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'Keep-Alive', 'Upgrade', 'Expect'])(
    'refuses %s, which belongs to the connection',
    (name) => {
      const message = `--header cannot set ${name.toLowerCase()}: ${command} sets it itself.`
      expect(() => read([`${name}: hush`])).toThrow(message)
    },
  )
})

const asked = (origin: string, headers: Record<string, string>) =>
  new ShopClient(origin, new AbortController().signal, { headers }, async () => undefined)

test('verify never prints the value, also if an error page of the shop repeats it', async () => {
  const origin = await serving((request, response) =>
    response.writeHead(500, { 'Content-Type': 'text/html' }).end(`Your request: ${request.headers.cookie}`),
  )
  const { errorText } = await runCli([
    ...['verify', `${origin}/checkout`, '--order', 'A-1', '--header', 'Cookie: session=hush-hush-hush'],
    ...['--sandbox', await serving((_, response) => response.end()), '--only', 'press'],
  ])
  expect(errorText).not.toContain('hush')
  const { text } = await asked(origin, { cookie: 'session=hush-hush-hush' }).create('A-1')
  expect(text).toBe('Your request: …')
})

test('a header of the merchant does not replace a header of the protocol', async () => {
  const seen: unknown[] = []
  const origin = await serving(({ headers }, response) => {
    seen.push([headers['content-type'], headers['idempotency-key'], headers['x-gate']])
    response.writeHead(404).end()
  })
  const headers = { 'content-type': 'text/plain', 'idempotency-key': 'mine', 'x-gate': 'open' }
  await asked(origin, headers).create('A-1', { key: 'of-verify' })
  expect(seen).toEqual([['application/json', 'of-verify', 'open']])
})
