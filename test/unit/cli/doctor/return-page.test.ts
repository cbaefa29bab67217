// Mistakes of the return page, and of the address for webhooks.
import { describe, expect, test } from 'vitest'
import { CommandError } from '../../../../src/cli/command.ts'
import { runDoctor } from '../../../../src/cli/doctor/run-doctor.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import { isFoundAlone, type Mistake } from './mistake.ts'
import {
  diagnose,
  diagnoseShop,
  facts,
  html,
  problemAnswer,
  type Routes,
  returnPageOf,
  secret,
  startShop,
  webhook,
} from './small-shop.ts'

const returns = (body: string, headers: Readonly<Record<string, string>> = {}): Routes => ({
  'GET /checkout/return': html(body, { 'x-frame-options': 'DENY', ...headers }),
})
const onTheWayBack: readonly Mistake[] = [
  {
    title: 'a return page without the element',
    routes: returns(returnPageOf('')),
    found: 'return-without-element',
    change: '<payin-return',
  },
  {
    title: 'a return page without a script',
    routes: returns(returnPageOf(undefined, '')),
    found: 'return-without-script',
    change: '<script',
  },
  {
    title: 'a return page without an endpoint',
    routes: returns(returnPageOf('<payin-return></payin-return>')),
    found: 'return-without-endpoint',
    change: 'endpoint=',
  },
  {
    title: 'a misspelt attribute of the return page',
    routes: returns(returnPageOf('<payin-return endpoint="/checkout" herf="/"></payin-return>')),
    found: 'attribute-misspelt',
    change: 'href="/"',
  },
  {
    title: 'a return page that leaks its address',
    routes: returns(returnPageOf(), { 'referrer-policy': 'unsafe-url' }),
    found: 'return-referrer',
    change: 'no-referrer',
  },
  {
    title: 'a return page that cuts the link',
    routes: returns(returnPageOf(), { 'cross-origin-opener-policy': 'same-origin' }),
    found: 'return-opener',
    change: 'Remove Cross-Origin-Opener-Policy',
  },
  {
    title: 'a return page that may be framed',
    routes: { 'GET /checkout/return': html(returnPageOf()) },
    found: 'return-framed',
    change: "frame-ancestors 'none'",
  },
  {
    title: 'a return page that stops its script',
    routes: returns(returnPageOf(), {
      'content-security-policy': "script-src 'none'; frame-ancestors 'none'",
    }),
    found: 'policy-script',
    change: "script-src 'self'",
  },
]

const ofWebhooks: readonly Mistake[] = [
  {
    title: 'webhooks from anybody',
    routes: { 'POST /webhooks/payins': { status: 200 } },
    found: 'webhook-forged',
    change: 'verifyWebhook',
  },
  {
    title: 'webhooks from nobody',
    routes: { 'POST /webhooks/payins': problemAnswer(401) },
    found: 'webhook-refused',
    change: 'PAYMENTS_WEBHOOK_SECRET',
  },
  {
    title: 'a redirect before webhooks',
    routes: { 'POST /webhooks/payins': { status: 301, headers: { location: 'https://www.shop.example/' } } },
    found: 'webhook-redirects',
    change: 'www',
  },
  {
    title: 'nothing that takes webhooks',
    routes: { 'POST /webhooks/payins': problemAnswer(404) },
    found: 'webhook-not-there',
    change: '/webhooks/*',
  },
  {
    title: 'an unknown payin that ends in an error',
    routes: {
      'POST /webhooks/payins': (request, response) =>
        webhook(
          request,
          Object.assign(response, {
            writeHead: new Proxy(response.writeHead, {
              apply: (write, self, [status]) => Reflect.apply(write, self, [status === 200 ? 500 : status]),
            }),
          }),
        ),
    },
    found: 'webhook-fails',
    change: '2xx',
  },
]

describe.each([
  ['on the way back', onTheWayBack],
  ['of webhooks', ofWebhooks],
])('a mistake %s', (_where, mistakes) => {
  test.each(mistakes)('$title is found, and nothing else', isFoundAlone)
})

describe('webhooks', () => {
  test('are checked with a wrong and a right signature, about an unknown payin', async () => {
    const received: { readonly id: string; readonly status?: string }[] = []
    const { origin } = await startShop({
      'POST /webhooks/payins': (request, response) => {
        request.once('data', (chunk) => received.push(JSON.parse(String(chunk))))
        return webhook(request, response)
      },
    })
    const diagnosis = await diagnose(`${origin}/`, { webhookUrl: `${origin}/webhooks/payins` })
    expect(diagnosis.one('webhook-forged-refused').level).toBe('fine')
    expect(diagnosis.one('webhook-taken').level).toBe('fine')
    // It has no status, so a server that accepts it does not change a payment.
    expect(received.map(({ id, status }) => [id, status])).toEqual(
      Array(2).fill(['00000000-0000-4000-8000-000000000000', undefined]),
    )
  })

  test('are checked with a wrong signature only if no secret is given, and the report says how to give it', async () => {
    const { origin, asked } = await startShop()
    const { terminal, lines } = fakeTerminal()
    await runDoctor(`${origin}/`, { webhookUrl: `${origin}/webhooks/payins` }, terminal, { facts })
    expect(asked.filter((name) => name.includes('webhooks'))).toHaveLength(1)
    expect(lines.join('\n')).toContain('PAYMENTS_WEBHOOK_SECRET=… npx')
  })

  test('are signed with the first of several secrets, and the report shows none of them', async () => {
    const { origin } = await startShop()
    const { terminal, lines, errorLines } = fakeTerminal({
      PAYMENTS_WEBHOOK_SECRET: ` ${secret} , the-old-one-of-them`,
    })
    await runDoctor(`${origin}/`, { webhookUrl: `${origin}/webhooks/payins`, all: true }, terminal, { facts })
    const text = [...lines, ...errorLines].join('\n')
    expect(text).toContain('A webhook with the right signature is accepted')
    expect(text).not.toMatch(/a-webhook-secret|the-old-one/)
  })

  test('with an invalid address end the command with a message', async () => {
    const run = runDoctor(
      'http://127.0.0.1:1/',
      { webhookUrl: 'shop.example/webhooks' },
      fakeTerminal().terminal,
      {
        facts,
      },
    )
    await expect(run).rejects.toThrow(CommandError)
    await expect(run).rejects.toThrow(/--webhook-url must be a full address/)
  })
})

test('a return page at another address is checked there', async () => {
  const routes = {
    'GET /checkout/return': problemAnswer(404),
    'GET /thanks': html(returnPageOf(), { 'x-frame-options': 'DENY' }),
  }
  const missing = await diagnoseShop(routes)
  expect([missing.exitCode, missing.wrong]).toEqual([1, ['return-not-there']])
  expect(missing.one('return-not-there').change).toContain('--return-url')
  const { origin } = await startShop(routes)
  expect((await diagnose(`${origin}/`, { returnUrl: `${origin}/thanks` })).one('return-fine').level).toBe(
    'fine',
  )
})
