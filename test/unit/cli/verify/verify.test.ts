// verify against a server that keeps its promises, and against servers that break one promise each.

import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { run } from '../../../../src/cli/program.ts'
import { chapters } from '../../../../src/cli/verify/promises/index.ts'
import { type RunningSandbox, startSandbox } from '../../../../src/sandbox/start-sandbox.ts'
import { mutants } from '../../../foreign/support/mutants.ts'
import { freePort } from '../../../support/free-port.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import { runCli, serving } from '../running-sandbox.ts'
import { type Mistake, SmallMerchant } from './small-merchant.ts'

const key = 'test_verified'
const secret = 'verified_secret'
let sandbox: RunningSandbox
let merchant: SmallMerchant | undefined

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, apiKey: key, webhookSecret: secret, rateLimit: 0 })
})
afterEach(async () => {
  await merchant?.close()
  merchant = undefined
  await sandbox.close()
})

/** Runs the command against a server. */
async function verifyMerchant(mistake: Mistake | null, ...more: readonly string[]) {
  return verifyMerchantWith({ offers: false }, mistake, ...more)
}

async function verifyMerchantWith(
  { offers }: { offers: boolean },
  mistake: Mistake | null,
  ...more: readonly string[]
) {
  merchant = new SmallMerchant({ origin: sandbox.origin, key, secret }, mistake, offers)
  await merchant.listen()
  const change = `'${merchant.origin}/orders/'+process.env.ORDER+'/'+process.env.CHANGE`
  return runVerify(
    `${merchant.origin}/checkout`,
    ...['--change-order', `"${process.execPath}" -e "fetch(${change},{method:'PUT'})"`],
    ...['--order', 'A-{n}', '--paid-url', `${merchant.origin}/orders/{order}`, '--timeout', '3'],
    ...['--sandbox', sandbox.origin, '--api-key', key, '--webhook-secret', secret, ...more],
  )
}

async function runVerify(...args: readonly string[]) {
  const { code: exitCode, lines, errorText } = await runCli(['verify', ...args])
  return { exitCode, written: lines.join('\n'), errorText }
}

/** The verdicts by promise id. */
const verdicts = (written: string): Map<string, string> =>
  new Map(
    JSON.parse(written).promises.map((each: { id: string; verdict: string }) => [each.id, each.verdict]),
  )

describe('a server that keeps its promises', () => {
  test('can use the world of its own key in a shared sandbox', async () => {
    const shared = await startSandbox({ port: 0, keys: 'any', webhookSecret: secret })
    onTestFinished(() => shared.close())
    merchant = new SmallMerchant({ origin: shared.origin, key: 'test_mine', secret }, null, false)
    await merchant.listen()
    const options = [
      '--order',
      'A-{n}',
      '--sandbox',
      shared.origin,
      '--webhook-secret',
      secret,
      '--only',
      'press',
    ]
    const { exitCode, errorText } = await runVerify(
      `${merchant.origin}/checkout`,
      ...options,
      '--api-key',
      'test_mine',
    )
    expect([exitCode, errorText]).toEqual([0, expect.stringContaining('is already running')])
    expect(shared.service.payins.list()).toEqual([])
  })

  test('needs a key that the sandbox accepts', async () => {
    const { exitCode, errorText } = await verifyMerchant(null, '--api-key', 'test_other')
    expect([exitCode, errorText]).toEqual([2, expect.stringContaining('accepts the key of --api-key')])
  })

  test('passes every promise, except those that it does not offer', async () => {
    const { written, exitCode } = await verifyMerchant(null, '--json')
    const found = verdicts(written)
    expect([...found].filter(([, verdict]) => verdict === 'broken')).toEqual([])
    expect(exitCode).toBe(0)
    const left = [...found].filter(([, verdict]) => verdict !== 'held').map(([id]) => id)
    expect(left.sort()).toEqual([
      ...['banks', 'held-read', 'instruments', 'killed-before-news', 'killed-in-press', 'restart'],
      'unchanged',
    ])
  })

  test('also passes the optional promises that it offers', async () => {
    const parts = ['unchanged', 'held-read', 'banks', 'instruments']
    const only = parts.flatMap((part) => ['--only', part])
    const { written } = await verifyMerchantWith({ offers: true }, null, '--json', ...only)
    expect(verdicts(written)).toEqual(new Map(parts.map((part) => [part, 'held'])))
  })

  test('may answer 503 to the list of banks at first', async () => {
    const { written } = await verifyMerchantWith(
      { offers: true },
      'cannot list at first',
      '--json',
      '--only',
      'banks',
    )
    expect(verdicts(written)).toEqual(new Map([['banks', 'held']]))
  })

  test('gets a note if there is no --paid-url to ask the shop', async () => {
    merchant = new SmallMerchant({ origin: sandbox.origin, key, secret }, null, false)
    await merchant.listen()
    const { written } = await runVerify(
      ...[`${merchant.origin}/checkout`, '--order', 'A-{n}', '--sandbox', sandbox.origin, '--api-key', key],
      ...['--webhook-secret', secret, '--only', 'webhook-lost', '--timeout', '3'],
    )
    expect(written).toContain('note: add --paid-url to check that it is found without an open page')
  })

  test('may fail for a moment at --paid-url', async () => {
    merchant = new SmallMerchant({ origin: sandbox.origin, key, secret }, null, false)
    merchant.failures = 1
    await merchant.listen()
    const { written } = await runVerify(
      ...[`${merchant.origin}/checkout`, '--order', 'A-{n}', '--sandbox', sandbox.origin, '--api-key', key],
      ...['--webhook-secret', secret, '--only', 'complete', '--json'],
      ...['--paid-url', `${merchant.origin}/orders/{order}`],
    )
    expect(verdicts(written)).toEqual(new Map([['complete', 'held']]))
  })

  test('is not checked for two parcels without --paid-url', async () => {
    merchant = new SmallMerchant({ origin: sandbox.origin, key, secret }, 'ships for each payment', false)
    await merchant.listen()
    const { written, exitCode } = await runVerify(
      ...[`${merchant.origin}/checkout`, '--order', 'A-{n}', '--sandbox', sandbox.origin, '--api-key', key],
      ...['--webhook-secret', secret, '--only', 'paid-twice', '--json'],
    )
    expect(verdicts(written)).toEqual(new Map([['paid-twice', 'not checked']]))
    expect(exitCode).toBe(0)
  })

  test.each([
    [
      'a token',
      { tokenOf: (order: string) => `token of ${order}` },
      ['--token', 'case $ORDER in A-*) echo "token of $ORDER";; *) exit 1; esac'],
    ],
    ['a cookie', { cookie: 'shop=mara' }, ['--header', 'Cookie: shop=mara']],
  ])('may want %s that shows whose order it is', async (_, proof, options) => {
    merchant = new SmallMerchant({ origin: sandbox.origin, key, secret }, null, false)
    merchant.proof = proof
    await merchant.listen()
    const all = [
      ...[`${merchant.origin}/checkout`, '--order', 'A-{n}', '--sandbox', sandbox.origin, '--api-key', key],
      ...['--webhook-secret', secret, '--only', 'many-tabs', '--only', 'unknown-order', '--only', 'press'],
    ]
    const { written } = await runVerify(...all, '--json', ...options)
    expect(new Set(verdicts(written).values())).toEqual(new Set(['held']))
    expect(await runVerify(...all)).toMatchObject({
      exitCode: 2,
      errorText: expect.stringContaining('add --token "<command>" or --header "Cookie: …".'),
    })
  })

  test('gets a report in lines for a person', async () => {
    const { written } = await verifyMerchant(null, '--only', 'press', '--only', 'banks')
    expect(written).toContain('held         One press makes one payment, at the price from the server  press')
    expect(written).toContain('1 held, 0 broken, 1 not offered, 0 not checked')
  })
})

const mistakes: readonly (readonly [Mistake, promise: string])[] = [
  ['takes the price of the browser', 'press'],
  ['creates a payin for each request', 'same-key'],
  ['creates a payin for each request', 'same-key-at-once'],
  ['sends a new key to the service each time', 'lost-answer'],
  ['refuses while the service is down', 'service-down'],
  ['answers 500 while the service is down', 'service-down'],
  ['refuses while the service is down', 'too-many-calls'],
  ['makes empty links', 'link'],
  ['fails to make links', 'link'],
  ['gives its address once', 'link'],
  ['accepts unknown orders', 'unknown-order'],
  ['breaks on bad input', 'bad-input'],
  ['creates a payin for each request', 'many-tabs'],
  ['keeps the links of paid orders', 'promised'],
  ['keeps the links of paid orders', 'paid'],
  ['ships for each payment', 'paid-twice'],
  ['keeps the page of an earlier price', 'price-changed'],
  ['ships at the old price', 'price-changed'],
  ['keeps the page of a withdrawn order', 'withdrawn'],
  ['asks nobody whether the till has taken the money', 'paid-elsewhere'],
  ['ships at AUTHORIZED', 'complete'],
  ['never ships', 'complete'],
  ['returns an ended session for a new key', 'failed'],
  ['returns an ended session for a new key', 'expired'],
  ['finds every session', 'no-such-session'],
  ['makes short ids', 'capability'],
  ['exposes the payer', 'private'],
  ['believes the return', 'return'],
  ['never reads open payins', 'webhook-lost'],
  ['counts each webhook as a payment', 'webhook-twice'],
  ['redirects webhooks', 'webhook-twice'],
  ['believes any webhook', 'webhook-forged'],
  ['believes any webhook', 'webhook-unsigned'],
  ['closes the connection on a malformed webhook', 'webhook-garbage'],
  ['applies webhooks in the order of arrival', 'webhook-order'],
  ['finds sessions by the order', 'webhook-of-earlier'],
  ['drops a webhook when its read fails', 'webhook-while-down'],
  ['never answers 304', 'unchanged'],
  ['never changes its ETag', 'unchanged'],
  ['misses the change during a held read', 'held-read'],
  ['lists no banks', 'banks'],
  ['exposes whole IBANs', 'instruments'],
  ['writes amounts as numbers', 'fields'],
]

describe('a server that', () => {
  test.each(mistakes)('%s breaks the promise "%s"', async (mistake, promise) => {
    const { written, exitCode } = await verifyMerchantWith(
      { offers: true },
      mistake,
      '--json',
      '--only',
      promise,
    )
    expect(verdicts(written)).toEqual(new Map([[promise, 'broken']]))
    expect(exitCode).toBe(1)
  })
})

test.each([
  [
    'never ships',
    'complete',
    'is paid, and was not fulfilled within 3 seconds',
    'Read the log of your server',
  ],
  [
    'counts each webhook as a payment',
    'webhook-twice',
    'was paid once and fulfilled',
    'ship it once by the id',
  ],
] as const)('a shop that %s reads what to do about its parcels', async (mistake, promise, seen, remedy) => {
  const { written } = await verifyMerchant(mistake, '--only', promise)
  expect(written).toMatch(new RegExp(`seen: .*${seen}.*\\n +do: {3}.*${remedy}`))
})

test('a wrong field is named with its call, and with what the protocol asks for', async () => {
  const { written } = await verifyMerchant('writes amounts as numbers', '--only', 'fields')
  for (const call of ['POST /sessions, 201', 'GET /sessions/{id}, 200'])
    expect(written).toContain(`${call}: /amount/value: Must be a decimal string, such as "49.90".`)
  expect(written).toContain('payin-checkout/openapi.json')
})

test('an answer to another promise counts for the promise about fields', async () => {
  const alone = await verifyMerchant('points at no field', '--json', '--only', 'fields')
  expect(verdicts(alone.written)).toEqual(new Map([['fields', 'held']]))
  await merchant?.close()
  const both = ['--only', 'bad-input', '--only', 'fields']
  const { written } = await verifyMerchant('points at no field', '--json', ...both)
  expect(verdicts(written)).toEqual(
    new Map([
      ['bad-input', 'held'],
      ['fields', 'broken'],
    ]),
  )
  expect(written).toContain('POST /sessions, 422: /errors/0/pointer: Must be a text.')
})

test('every promise has a server that breaks it, here or in test/foreign', () => {
  const all = chapters.flatMap(({ promises }) => promises.map(({ id }) => id))
  const tried = [...mistakes.map(([, promise]) => promise), ...mutants.map(({ promise }) => promise)]
  expect(all.filter((id) => !tried.includes(id))).toEqual([])
})

describe('a run that cannot check', () => {
  test.each([
    [
      ['nowhere', '--order', 'A-1'],
      'The endpoint must be a full address such as http://localhost:4000/checkout',
    ],
    [
      ['http://127.0.0.1:1/checkout', '--order', 'A-1', '--sandbox', 'http://127.0.0.1:1/api/v2'],
      '--sandbox must be only the origin of the sandbox',
    ],
    [['http://127.0.0.1:1/checkout'], 'Name orders that can be paid'],
    [
      ['http://127.0.0.1:1/checkout', '--order', 'A-1', '--only', 'peace'],
      'There is no promise peace. There are: press,',
    ],
    [['http://127.0.0.1:1/checkout', '--order', 'A-1', '--timeout', 'long'], '--timeout must be a number'],
    [['http://127.0.0.1:1/checkout', '--order', 'A-1', '--timeout', '0'], '--timeout must be a number'],
    [['http://127.0.0.1:1/checkout?shop=1', '--order', 'A-1'], 'The endpoint must end with its path'],
    [['http://127.0.0.1:1/checkout?', '--order', 'A-1'], 'The endpoint must end with its path'],
    [['http://127.0.0.1:1/checkout#', '--order', 'A-1'], 'The endpoint must end with its path'],
    [['http://127.0.0.1:1/checkout', '--order', 'A-1', '--header', 'Cookie'], '--header must be a name and'],
    [
      ['http://127.0.0.1:1/checkout', '--order', 'A-1', '--sandbox', 'https://127.0.0.1:1'],
      'Nothing answers at https://127.0.0.1:1 (bad port). Give the address of a sandbox that runs until verify has ended with --sandbox.\nverify starts a sandbox itself only at an http: address.',
    ],
    [
      ['http://127.0.0.1:1/checkout', '--order', 'A-1', '--paid-url', 'http://x.example'],
      '--paid-url must contain {order}',
    ],
  ])('prints a message for %j', async (args, sentence) => {
    const { exitCode, errorText } = await runVerify(...args)
    expect(errorText).toContain(sentence)
    expect(exitCode).toBe(2)
  })

  test.skipIf(process.platform !== 'linux').each(['/dev/full', '.'])(
    'says that the results cannot be written to %s before it checks, as one JSON object',
    async (file) => {
      const { exitCode, written, errorText } = await verifyMerchant(null, '--json', '--junit', file)
      expect(exitCode).toBe(2)
      expect(JSON.parse(written)).toEqual({ error: errorText })
      expect(errorText).toContain('--junit: ')
      expect(sandbox.service.payins.list()).toEqual([])
    },
  )

  test('takes no other program for a sandbox, also if it wants a login', async () => {
    const origin = await serving((_, response) => {
      response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"detail":"Not authenticated"}')
    })
    const { errorText } = await runVerify('http://127.0.0.1:1/', '--order', 'A-1', '--sandbox', origin)
    expect(errorText).toContain(`--sandbox ${origin} is used by a program that is not a sandbox`)
  })

  test('does not print the password of an address', async () => {
    const { exitCode, errorText } = await runVerify('http://shop:canary@127.0.0.1:1/', '--order', 'A-1')
    expect([exitCode, errorText]).toEqual([2, expect.stringContaining('--header "Authorization: Basic')])
    expect(errorText).not.toContain('canary')
  })

  test('shows an address that it cannot use, without its secrets', async () => {
    expect((await runVerify('ftp://shop:canary@a.example/', '--order', 'A-1')).errorText).toBe(
      'The endpoint must be a full address such as http://localhost:4000/checkout, but is: ftp://…@a.example/',
    )
  })

  test('names the address to which the endpoint redirects', async () => {
    const origin = await serving((_, response) => {
      response.writeHead(301, { Location: 'https://shop.example/checkout/sessions' }).end()
    })
    const { exitCode, errorText } = await runVerify(
      ...[`${origin}/checkout`, '--order', 'A-{n}', '--sandbox', sandbox.origin, '--api-key', key],
    )
    expect([exitCode, errorText]).toEqual([2, expect.stringContaining('redirects to https://shop.example')])
  })

  test('can start its sandbox at an IPv6 address', async () => {
    const { errorText } = await runVerify(
      ...['http://127.0.0.1:1/checkout', '--order', 'A-{n}', '--sandbox', `http://[::1]:${await freePort()}`],
    )
    expect(errorText).toContain('Start your server, or let verify start it')
  })

  test('prints the error of a failed --token', async () => {
    const { exitCode, errorText } = await verifyMerchant(null, '--token', 'echo no key >&2; exit 1')
    expect([exitCode, errorText]).toEqual([
      2,
      expect.stringContaining('--token failed for order A-1001:\nno key'),
    ])
  })

  test('is the second one with the sandbox that another verify has started', async () => {
    const silent = await serving(() => undefined)
    const address = `http://127.0.0.1:${await freePort()}`
    const first = fakeTerminal()
    const ended = run(['verify', `${silent}/first`, '--order', 'A-{n}', '--sandbox', address], first.terminal)
    await expect.poll(() => fetch(address).catch(() => null)).not.toBeNull()
    const { exitCode, errorText } = await runVerify(
      ...[`${silent}/second`, '--order', 'A-{n}', '--sandbox', address],
    )
    first.ended.abort()
    await ended
    expect([exitCode, errorText]).toEqual([2, expect.stringContaining(`and checks ${silent}/first.`)])
  })

  test('prints a message for a server that does not run', async () => {
    const { exitCode, errorText } = await runVerify(
      ...['http://127.0.0.1:1/checkout', '--order', 'A-{n}', '--sandbox', sandbox.origin, '--api-key', key],
    )
    expect(errorText).toContain('Start your server, or let verify start it')
    expect(exitCode).toBe(2)
  })
})

test('every promise has a unique id, a statement and a remedy', () => {
  const all = chapters.flatMap(({ promises }) => promises)
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
  for (const { statement, remedy } of all) expect(statement.length * remedy.length).toBeGreaterThan(0)
})

test('docs/verify.md lists every promise with its statement', () => {
  const document = readFileSync(new URL('../../../../docs/verify.md', import.meta.url), 'utf8')
  const rows = chapters.flatMap(({ promises }) =>
    promises.map(({ id, statement }) => `| \`${id}\` | ${statement} |`),
  )
  expect(rows.filter((row) => !document.includes(row))).toEqual([])
})
