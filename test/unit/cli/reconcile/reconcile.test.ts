// `payin-checkout reconcile` over a real merchant server and a real sandbox, both in this process.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { run } from '../../../../src/cli/program.ts'
import { ledgerIn } from '../../../../src/cli/reconcile/database-ledger.ts'
import { type ReconcileOptions, runReconcile } from '../../../../src/cli/reconcile/run-reconcile.ts'
import type { Store } from '../../../../src/merchant/store/db.ts'
import { apiKey } from '../../merchant/harness.ts'
import { backofficeToken, useSandboxWorld } from '../../merchant/sandbox-world.ts'
import { fakeTerminal } from '../fake-terminal.ts'

const world = useSandboxWorld()
const env = { PAYMENTS_BASE_URL: 'https://pay.example', PAYMENTS_API_KEY: apiKey }
const hour = 3_600_000

/** What is asked of the service, as `GET /path?query`. */
const asked: string[] = []

interface Also {
  /** Runs each time that the command waits to look again. */
  readonly meanwhile?: () => Promise<unknown>
  readonly env?: NodeJS.ProcessEnv
  readonly fetch?: typeof fetch
}

async function reconcile(options: Partial<ReconcileOptions> = {}, { meanwhile, ...also }: Also = {}) {
  const { db, clock, sandbox } = world()
  asked.splice(0)
  const { terminal, lines, errorLines, ended } = fakeTerminal(also.env ?? env)
  const service: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    asked.push(`${init?.method} ${pathname}${search}`)
    return sandbox.app.request(String(input), init)
  }
  const code = await runReconcile({ since: '24h', callsPerSecond: '100', ...options }, terminal, {
    now: clock.now,
    sleep: async (ms) => {
      await clock.advance(ms)
      if (ms >= 1_000) await meanwhile?.()
    },
    fetch: also.fetch ?? service,
    // The ledger closes what it is given; the world needs its database.
    openDatabase: () => ledgerIn({ ...db, close: async () => {} } as Store),
  })
  return { code, lines, errorLines, ended, found: lines.filter((line) => !line.startsWith(' ')).slice(0, -2) }
}

/** At once, without a second chance. */
const hasty = { patience: '0s' }
const payins = () => world().sandbox.service.payins.list()
const move = (status: string, id = payins()[0]?.id) => world().lever(`payins/${id}/status`, { status })
const lose = () => world().fault({ fault: 'webhook_lost' })
const payout = (reference: string) =>
  world().app.request('/backoffice/payouts', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${backofficeToken}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify({ reference, amount: { value: '12.00', currency: 'EUR' } }),
  })

/** Somebody else makes a payin with the same key. */
const makeElsewhere = (reference?: string) =>
  world().sandbox.app.request('https://pay.example/api/v2/payins', {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      amount: { value: '5.00', currency: 'EUR' },
      payer: { email: 'mara@example.test' },
      return_url: 'https://other.example/',
      ...(reference !== undefined && { reference }),
    }),
  })

describe('where nothing differs', () => {
  it('ends with 0 after payments of every kind, in every state', async () => {
    const { pay, lever, sandbox } = world()
    for (const [order, status] of [
      ['A-1001', 'COMPLETED'],
      ['A-1002', 'FAILED'],
      ['A-1003', 'EXPIRED'],
      ['A-1004', 'AUTHORIZED'],
    ] as const) {
      await pay(order)
      await move(status)
    }
    await pay('A-1002')
    await pay('A-1003', randomUUID(), { kind: 'bank_transfer' })
    await lever(`transactions/${sandbox.service.bankTransfers.list()[0]?.uuid}/status`, {
      paymentStatus: 'AUTHORIZED',
    })
    await payout('refund-1')
    const { code, lines } = await reconcile()
    expect(lines).toEqual([
      'Since 2026-11-19T12:00:00.000Z: 7 of your payments were compared; 6 payments of the service were searched for here; bank transfers and on-ramps cannot be listed.',
      'No differences.',
    ])
    expect(code).toBe(0)
  })

  it('ends with 0 where there is nothing at all', async () => {
    expect(await reconcile()).toMatchObject({ code: 0, errorLines: [] })
  })

  it('needs no more than a key that may read', async () => {
    await world().pay('A-1001')
    const reading = { ...env, PAYMENTS_API_KEY: `${apiKey}_read_only` }
    expect(await reconcile({}, { env: reading })).toMatchObject({ code: 0 })
  })

  it('only reads: at the service, and in the database', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await lose()
    await move('COMPLETED')
    const all = () =>
      Promise.all(
        ['sessions', 'session_ids', 'outbox', 'alerts', 'service_budget'].map((table) =>
          db.query(`select * from payin_checkout.${table}`),
        ),
      )
    const before = await all()
    await reconcile()
    expect(await all()).toEqual(before)
    expect(asked.filter((call) => !call.startsWith('GET '))).toEqual([])
  })
})

describe('what differs', () => {
  it('is money that the server has not heard of', async () => {
    await world().pay('A-1001')
    await lose()
    await move('COMPLETED')
    const { code, found, lines } = await reconcile(hasty)
    expect(found).toEqual([
      `A-1001, payin ${payins()[0]?.id}: money was authorized or has arrived, and your server does not know (service: COMPLETED 49.90 EUR, your server: CREATED 49.90 EUR)`,
    ])
    expect(lines.at(-1)).toBe('1 difference.')
    expect(code).toBe(1)
    await world().sweepNow()
    expect(await reconcile(hasty)).toMatchObject({ code: 0, found: [] })
  })

  it('is looked at again: news under way are no difference', async () => {
    await world().pay('A-1001')
    await lose()
    await move('COMPLETED')
    const { code, errorLines, found } = await reconcile({}, { meanwhile: () => world().sweepNow() })
    expect({ code, found, errorLines }).toEqual({
      code: 0,
      found: [],
      errorLines: ['Checking again: 1 difference may be a webhook in transit.'],
    })
  })

  it('is told once, after the patience is over', async () => {
    await world().pay('A-1001')
    await lose()
    await move('COMPLETED')
    const { code, errorLines, lines } = await reconcile({ patience: '40s', json: true })
    expect(errorLines).toHaveLength(3)
    expect(JSON.parse(lines.join(''))).toMatchObject({
      compared: 1,
      listed: 1,
      differences: [{ what: 'money_not_known', reference: 'A-1001', here: { status: 'CREATED' } }],
    })
    expect(code).toBe(1)
  })

  it.each(['FAILED', 'EXPIRED'])('is an end that the server has not heard of: %s', async (status) => {
    await world().pay('A-1001')
    await lose()
    await move(status)
    expect((await reconcile(hasty)).found).toEqual([
      expect.stringContaining(
        `the service and your server have different outcomes (service: ${status} 49.90 EUR`,
      ),
    ])
  })

  it('is a dispute that the server has not heard of', async () => {
    await world().pay('A-1001')
    await move('COMPLETED')
    await lose()
    await move('DISPUTED')
    expect((await reconcile(hasty)).found).toEqual([
      expect.stringContaining(
        'the payer disputes the payment, and your server does not know (service: DISPUTED',
      ),
    ])
  })

  it.each([
    [
      "outcome = 'complete', status = 'COMPLETED'",
      'your server expects money that the service does not have',
    ],
    [
      "outcome = 'authorized', status = 'AUTHORIZED'",
      'your server expects money that the service does not have',
    ],
    ["amount_value = '4.99'", 'the amounts differ'],
    ["amount_currency = 'USD'", 'the amounts differ'],
    ['service_id = gen_random_uuid()::text', 'the service knows no such payment'],
  ])('is a row that was changed by hand: %s', async (change, sentence) => {
    const { pay, db } = world()
    await pay('A-1001')
    await db.query(`update payin_checkout.sessions set ${change}`)
    const { code, found } = await reconcile(hasty)
    expect([code, found.join('\n')]).toEqual([1, expect.stringContaining(`: ${sentence} (`)])
  })

  it('is not how an amount is written', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await db.query("update payin_checkout.sessions set amount_value = '49.9'")
    expect(await reconcile(hasty)).toMatchObject({ code: 0 })
  })

  it('is a payment that no session is about, as after a restored database', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await db.query('truncate payin_checkout.sessions cascade')
    const { code, found } = await reconcile(hasty)
    expect(found).toEqual([
      `A-1001, payin ${payins()[0]?.id}: your server knows no such payment (service: CREATED 49.90 EUR, your server: nothing)`,
    ])
    expect(code).toBe(1)
    await move('EXPIRED')
    expect(await reconcile(hasty)).toMatchObject({ code: 0 })
  })

  it('is a payment whose answer was lost; a press finds it', async () => {
    const { fault, press, pay } = world()
    await fault({ fault: 'cut', operations: ['createPayin'], count: 1 })
    expect((await press('A-1001')).status).toBeGreaterThanOrEqual(500)
    const { lines } = await reconcile(hasty)
    expect(lines[1]).toMatch(/^ {2}Your server created it and never got the answer\./)
    expect(lines.at(-2)).toContain('; 1 have no id at the service yet;')
    await pay('A-1001')
    expect(payins()).toHaveLength(1)
    expect(await reconcile(hasty)).toMatchObject({ code: 0 })
  })

  it('is another shop’s payment, unless only certain references are looked for', async () => {
    await world().pay('A-1001')
    await makeElsewhere('B-1')
    await makeElsewhere()
    expect((await reconcile(hasty)).found).toHaveLength(2)
    for (const references of ['A-*', '*-1001', 'A-1001', '*A*1*']) {
      expect(await reconcile({ ...hasty, references })).toMatchObject({ code: 0 })
    }
    expect((await reconcile({ ...hasty, references: 'A.*' })).found).toEqual([])
    expect((await reconcile({ ...hasty, references: '*' })).found).toHaveLength(1)
    expect(await reconcile({ ...hasty, knownOnly: true })).toMatchObject({ code: 0 })
    expect(asked).toEqual([
      `GET /api/v2/payins/${payins().find(({ reference }) => reference === 'A-1001')?.id}`,
    ])
  })

  it('is money that the shop has not taken', async () => {
    const { pay, db, clock } = world()
    await pay('A-1001')
    await move('COMPLETED')
    await db.query('update payin_checkout.outbox set done_at = null, attempts = 3')
    expect(await reconcile(hasty)).toMatchObject({ code: 0 })
    await clock.advance(11 * 60_000)
    await db.query('update payin_checkout.outbox set done_at = null, attempts = 3')
    const { code, lines } = await reconcile(hasty)
    expect(lines.slice(0, 2)).toEqual([
      `A-1001, payin ${payins()[0]?.id}: the payment is complete, but your shop has not fulfilled the order (service: nothing, your server: not fulfilled 49.90 EUR)`,
      '  Your server tried 3 times. Read in its log why `fulfil` fails.',
    ])
    expect(code).toBe(1)
  })

  it('is what the server counts as paid: COMPLETE_ON', async () => {
    const { pay, restart } = world()
    await restart({ COMPLETE_ON: 'AUTHORIZED' })
    await pay('A-1001')
    await move('AUTHORIZED')
    expect((await reconcile(hasty)).code).toBe(1)
    expect((await reconcile({ ...hasty, completeOn: 'AUTHORIZED' })).code).toBe(0)
    expect((await reconcile(hasty, { env: { ...env, COMPLETE_ON: 'AUTHORIZED' } })).code).toBe(0)
  })

  it('names another account, where the service knows none', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await pay('A-1002')
    await db.query('update payin_checkout.sessions set service_id = gen_random_uuid()::text')
    expect((await reconcile({ ...hasty, knownOnly: true })).lines.at(-3)).toMatch(
      /^The service knows none of your payments: PAYMENTS_BASE_URL/,
    )
  })
})

describe('how far back', () => {
  it('looks at what is not over, however old it is', async () => {
    const { pay, clock } = world()
    await pay('A-1001')
    await lose()
    await move('AUTHORIZED')
    await world().sweepNow()
    await move('COMPLETED')
    await clock.advance(72 * hour)
    expect((await reconcile({ ...hasty, since: '1h' })).found.join()).toContain('A-1001')
  })

  it('leaves out what is over, and what the service made before', async () => {
    const { pay, clock } = world()
    await pay('A-1001')
    await move('COMPLETED')
    await makeElsewhere('B-1')
    await clock.advance(25 * hour)
    const { code, lines } = await reconcile(hasty)
    expect([code, lines[0]]).toEqual([
      0,
      expect.stringContaining(': 0 of your payments were compared; 0 payments of the'),
    ])
    expect((await reconcile({ ...hasty, since: '26h' })).lines[0]).toMatch(/A-1001|B-1|: 1 of your payments/)
    expect((await reconcile({ ...hasty, since: '2026-11-20' })).lines.join()).toContain('1 of your payments')
  })

  it('reads all pages, and each payment once', async () => {
    for (let n = 0; n < 205; n++) await makeElsewhere(`B-${n}`)
    const { found } = await reconcile(hasty)
    expect(asked.filter((call) => call.includes('page='))).toEqual([
      'GET /api/v2/payins?page=1&page_size=100',
      'GET /api/v2/payins?page=2&page_size=100',
      'GET /api/v2/payins?page=3&page_size=100',
      'GET /api/v2/payouts?page=1&page_size=100',
    ])
    expect(new Set(found).size).toBe(205)
  })

  it('asks no more often than it may', async () => {
    const { clock } = world()
    for (let n = 0; n < 5; n++) await makeElsewhere(`B-${n}`)
    const before = clock.now()
    await reconcile({ ...hasty, callsPerSecond: '2' })
    expect(asked).toHaveLength(7)
    expect(clock.now() - before).toBe(3_000)
  })
})

describe('what cannot be done', () => {
  const cli = async (args: string[], given: NodeJS.ProcessEnv = env) => {
    const { terminal, lines, errorLines } = fakeTerminal(given)
    return { code: await run(['reconcile', ...args], terminal), lines, errorText: errorLines.join('\n') }
  }

  it.each([
    [['--since', 'yesterday'], /^--since must be like 90s/],
    [['--since', '2027-01-01'], /^--since must not be in the future/],
    [['--patience', '2h'], /^--patience must be/],
    [['--calls-per-second', '0'], /^--calls-per-second must be/],
    [['--complete-on', 'PAID'], /^--complete-on must be one of AUTHORIZED, SETTLED, COMPLETED/],
    [['--sessions', '/nowhere/at-all.json'], /^\/nowhere\/at-all\.json cannot be read: ENOENT/],
    [[], /^There is no source for your payments\. Set DATABASE_URL or DATA_DIR/],
    [['now'], /too many arguments/],
  ] as const)('is said in a sentence: %j', async (args, sentence) => {
    expect(await cli([...args])).toEqual({ code: 2, lines: [], errorText: expect.stringMatching(sentence) })
  })

  it.each([
    [{}, /^PAYMENTS_BASE_URL and PAYMENTS_API_KEY must be set, as your server has them\./],
    [{ PAYMENTS_BASE_URL: 'https://pay.example' }, /^PAYMENTS_API_KEY must be set/],
    [
      { ...env, PAYMENTS_BASE_URL: 'http://pay.example' },
      /^PAYMENTS_BASE_URL or PAYMENTS_API_KEY is not valid/,
    ],
    [{ ...env, DATABASE_URL: 'mysql://x' }, /^DATABASE_URL must begin with postgres/],
    [
      { ...env, DATABASE_URL: 'postgres://nobody:secret_canary@127.0.0.1:1/x' },
      /^Your database does not answer/,
    ],
  ])('is said in a sentence, without a secret: %j', async (given, sentence) => {
    const { code, errorText } = await cli([], given)
    expect([code, errorText]).toEqual([2, expect.stringMatching(sentence)])
    expect(errorText).not.toMatch(/canary/)
  })

  it('is a service that refuses the key, or does not answer', async () => {
    await world().pay('A-1001')
    const wrong = { ...env, PAYMENTS_API_KEY: 'test_another_canary' }
    const refused = await reconcile({}, { env: wrong }).catch((error: Error) => error)
    expect(refused).toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(/^The service could not/),
    })
    expect(String(refused)).not.toContain('canary')
    const gone = await reconcile(
      {},
      {
        fetch: async () => {
          throw new TypeError('fetch failed')
        },
      },
    ).catch((error: Error) => error)
    expect(gone).toMatchObject({ name: 'CommandError' })
  })

  it('is a list that does not come whole: it is never taken for all', async () => {
    await world().pay('A-1001')
    const broken = await reconcile({}, { fetch: async () => Response.json({ content: [] }) }).catch(
      (error: Error) => error,
    )
    expect(broken).toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(/not the list .* Use --known-only to read no list\.$/),
    })
  })

  it('is a database of something else', async () => {
    const { db } = world()
    const other = ledgerIn({
      ...db,
      query: async () => {
        throw Object.assign(new Error('relation "payin_checkout.sessions" does not exist'), { code: '42P01' })
      },
    } as unknown as Store)
    await expect(other.readSince(new Date(0))).rejects.toThrow(
      /^This database has no tables of payin-checkout/,
    )
  })
})
