// `payin-checkout alerts` at a server in this process.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { run } from '../../../src/cli/program.ts'
import { raise } from '../../../src/merchant/alerts.ts'
import { backofficeToken, shopChanges } from '../merchant/backoffice-world.ts'
import { useWorld } from '../merchant/harness.ts'
import { fakeTerminal } from './fake-terminal.ts'

const world = useWorld()
const shop = shopChanges(world)
const env = { PUBLIC_URL: 'https://shop.example', BACKOFFICE_TOKEN: backofficeToken }

/** Where the command has sent its requests. */
let asked: string[]
let answers: typeof fetch

beforeEach(async () => {
  await world().restart({ BACKOFFICE_TOKEN: backofficeToken })
  asked = []
  answers = async (input, init) => world().app.request(new URL(String(input)).pathname, init)
  vi.stubGlobal('fetch', ((input, init) => {
    asked.push(String(input))
    return answers(input, init)
  }) as typeof fetch)
})
afterEach(() => vi.unstubAllGlobals())

async function cli(args: readonly string[], environment: NodeJS.ProcessEnv = env) {
  const { terminal, lines, errorLines } = fakeTerminal(environment)
  const code = await run(['alerts', ...args], terminal)
  expect(JSON.stringify([lines, errorLines])).not.toContain('canary')
  return { code, lines, errors: errorLines.join('\n') }
}
const settle = (...args: string[]) => cli(['settle', ...args])

async function paidTwice(): Promise<string> {
  await world().pay('A-1001')
  await shop.payAtTheTill()
  await world().move(world().service.only(), 'COMPLETED')
  const [row] = await world().db.query<{ id: number }>('select id from payin_checkout.alerts')
  return String(row?.id)
}

describe('the list', () => {
  test('says of each open alert what it is about, what to do, and how to settle it', async () => {
    const id = await paidTwice()
    const { code, lines } = await cli([])
    expect(code).toBe(1)
    expect(lines).toEqual([
      `#${id}  paid_twice  A-1001  49.90 EUR  ${new Date(world().clock.now()).toISOString()}`,
      '  what:   another payment paid this order already: refund this one',
      expect.stringMatching(/^ {2}do: {5}A second payment of a paid order came\./),
      `  settle: npx payin-checkout alerts settle ${id} --as accepted|refunded --by <who>`,
      '1 open alert.',
    ])
    expect(asked).toEqual(['https://shop.example/backoffice/alerts'])
  })

  test('gives no command for an alert that must wait', async () => {
    const { id } = await world().pay('A-1001')
    await world().db.query(`update payin_checkout.sessions set doubt = 'another amount'`)
    const [row] = await world().db.query<{ id: string }>('select id from payin_checkout.sessions')
    await raise(world().db, 'amount_differs', { session: row?.id ?? id }, 'another amount', new Date())
    const { code, lines } = await cli([])
    expect([code, lines.length]).toEqual([1, 4])
    expect(lines.join('\n')).not.toContain('settle:')
  })

  test('shows settled alerts on one line, with who has settled them', async () => {
    await settle(await paidTwice(), '--as', 'refunded', '--by', 'mara', '--note', 'at the service')
    const { code, lines } = await cli([])
    expect([code, lines.length, lines[1]]).toEqual([0, 2, 'No open alerts.'])
    expect(lines[0]).toMatch(/paid_twice.* refunded by mara, .*: at the service$/)
  })

  test('says how many are open, also when not all of them are listed', async () => {
    await world().db.query(
      `insert into payin_checkout.alerts (kind, subject, detail, created_at)
       select 'unknown_payment', 'A-' || n, 'alert ' || n, now() from generate_series(1, 201) n`,
    )
    const { code, lines } = await cli([])
    expect([code, lines.at(-1)]).toEqual([1, '201 open alerts. These are the newest 200.'])
    const { lines: json } = await cli(['--json'])
    expect(JSON.parse(json.join('\n'))).toMatchObject({ open: 201 })
  })

  test('is JSON for a program', async () => {
    await paidTwice()
    const { code, lines } = await cli(['--json'])
    expect([code, JSON.parse(lines.join('\n'))]).toMatchObject([1, { content: [{ kind: 'paid_twice' }] }])
  })

  test.each([[[]], [['--json']]])('lets no text of the server control the terminal: %j', async (args) => {
    const hostile = '\u001b]0;title\u0007\u009b2J\u202e\u061c\rgone\nNo open alerts.'
    await raise(world().db, 'final_changed', { session: null, subject: hostile }, hostile, new Date())
    const { lines } = await cli(args)
    expect(lines.join('')).not.toMatch(/[^\P{Cc}\n]|[\u061c\u202e]/u)
    expect(lines.filter((line) => line.startsWith('No open alerts.'))).toEqual([])
    if (args.length > 0) expect(JSON.parse(lines.join('\n')).content[0].detail).toBe(hostile)
  })
})

describe('settle', () => {
  test('settles an alert, and says so', async () => {
    const id = await paidTwice()
    const { code, lines } = await settle(id, '--as', 'refunded', '--by', 'mara@shop.example')
    expect([code, lines]).toEqual([0, [expect.stringMatching(/ refunded by mara@shop\.example, 2026-/)]])
    const { lines: json } = await settle(id, '--as', 'refunded', '--by', 'mara', '--json')
    expect(JSON.parse(json.join('\n'))).toMatchObject({
      settled: { as: 'refunded', by: 'mara@shop.example' },
    })
  })

  test('passes on what the server says must be done first', async () => {
    const { code, errors } = await settle(await paidTwice(), '--as', 'accepted', '--by', 'mara')
    expect([code, errors]).toEqual([2, expect.stringContaining('mark the order as unpaid first')])
  })

  test.each<[string, string[], string]>([
    ['an unknown number', ['999', '--as', 'noted', '--by', 'mara'], 'There is no such alert.'],
    ['a name in place of the number', ['../payouts', '--as', 'noted', '--by', 'mara'], 'Give the number'],
    ['no --as', ['1', '--by', 'mara'], '--as <what>'],
    ['no --by', ['1', '--as', 'noted'], '--by <who>'],
    ['another --as', ['1', '--as', 'paid', '--by', 'mara'], 'accepted, refunded, noted'],
    ['an empty --by', ['1', '--as', 'noted', '--by', ''], '/by: Must not be empty.'],
  ])('with %s fails and says why', async (_, args, message) => {
    const { code, errors } = await settle(...args)
    expect([code, errors]).toEqual([2, expect.stringContaining(message)])
  })
})

describe('a server that cannot be asked', () => {
  test('gets no order to settle when it has no list of alerts', async () => {
    const methods: (string | undefined)[] = []
    answers = async (_, init) => {
      methods.push(init?.method)
      return Response.json({ id: 17 })
    }
    const { code, errors } = await settle('17', '--as', 'refunded', '--by', 'mara')
    expect([code, methods]).toEqual([2, [undefined]])
    expect(errors).toContain('not as a server of payin-checkout')
  })

  const problem = (status: number) => async () => Response.json({ status, detail: 'no' }, { status })
  test.each<[string, typeof fetch, string]>([
    ['refuses the token', problem(401), 'Set BACKOFFICE_TOKEN to the token that the server has.'],
    ['has no token itself', problem(404), 'Set BACKOFFICE_TOKEN at the server and start it again'],
    ['is no server of ours', async () => new Response('<h1>', { status: 502 }), 'answers 502, but not as'],
    ['answers something else', async () => Response.json({ ok: true }), 'but not as a server of'],
    [
      'redirects',
      async () => new Response(null, { status: 302, headers: { location: 'https://evil.example' } }),
      'answers 302',
    ],
    [
      'is down',
      () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })),
      'Nothing answers at https://shop.example (it refuses the connection: no program listens there). Start your server',
    ],
    [
      'does not answer in time',
      () => Promise.reject(new DOMException('no answer within 15 seconds', 'TimeoutError')),
      'Nothing answers at https://shop.example (no answer within 15 seconds). Start your server',
    ],
  ])('because it %s gets a message that names what to do', async (_, answer, message) => {
    answers = answer
    const { code, errors } = await cli([])
    expect([code, errors]).toEqual([2, expect.stringContaining(message)])
  })

  test('without BACKOFFICE_TOKEN in its environment answers 404, as the message says', async () => {
    await world().restart()
    for (const args of [[], ['settle', '1', '--as', 'noted', '--by', 'mara']])
      expect((await cli(args)).errors).toContain('Set BACKOFFICE_TOKEN at the server')
  })
})

describe('the address and the token', () => {
  test.each<[string, string[], NodeJS.ProcessEnv, string]>([
    ['--url', ['--url', 'https://a.example/pay/'], env, 'https://a.example/pay/backoffice/alerts'],
    ['PUBLIC_URL', [], env, 'https://shop.example/backoffice/alerts'],
    ['the default', [], { ...env, PUBLIC_URL: '' }, 'http://localhost:4000/backoffice/alerts'],
    ['PORT', [], { ...env, PUBLIC_URL: '', PORT: '4001' }, 'http://localhost:4001/backoffice/alerts'],
  ])('come from %s', async (_, args, environment, address) => {
    await cli(args, environment)
    expect(asked).toEqual([address])
  })

  test.each<[string, NodeJS.ProcessEnv, string]>([
    ['no token', { ...env, BACKOFFICE_TOKEN: ' ' }, 'BACKOFFICE_TOKEN must be set'],
    ['a token in two lines', { ...env, BACKOFFICE_TOKEN: 'a\nb' }, 'characters that no token has'],
    ['no web address', { ...env, PUBLIC_URL: 'shop.example' }, 'PUBLIC_URL must be the address'],
    ['a password in it', { ...env, PUBLIC_URL: 'https://a:b@shop.example' }, 'must be the address'],
    ['plain http', { ...env, PUBLIC_URL: 'http://shop.example' }, 'must begin with https'],
  ])('are refused with %s, and nothing is sent', async (_, environment, message) => {
    const { code, errors } = await cli([], environment)
    expect([code, errors, asked]).toEqual([2, expect.stringContaining(message), []])
  })

  test('are in the help, also of settle', async () => {
    expect((await cli(['--help'])).lines.join('\n')).toMatch(/BACKOFFICE_TOKEN[\s\S]*Exit code/)
    expect((await settle('--help')).lines.join('\n')).toMatch(/--as <what>[\s\S]*Exit code/)
  })
})
