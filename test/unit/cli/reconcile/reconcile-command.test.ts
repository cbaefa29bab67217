// The time range of `payin-checkout reconcile`, its rate limit, and its failures.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { run } from '../../../../src/cli/program.ts'
import { ledgerIn } from '../../../../src/cli/reconcile/database-ledger.ts'
import type { Store } from '../../../../src/merchant/store/db.ts'
import { fakeTerminal } from '../fake-terminal.ts'
import {
  asked,
  env,
  hasty,
  hour,
  lose,
  makeElsewhere,
  move,
  reconcile,
  useReconcileWorld,
  world,
} from './reconcile-world.ts'

useReconcileWorld()

describe('the time range', () => {
  it('includes open payments of any age', async () => {
    const { pay, clock } = world()
    await pay('A-1001')
    await lose()
    await move('AUTHORIZED')
    await world().sweepNow()
    await move('COMPLETED')
    await clock.advance(72 * hour)
    expect((await reconcile({ ...hasty, since: '1h' })).found.join()).toContain('A-1001')
  })

  it('leaves out ended payments and older payments of the service', async () => {
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

  it('reads all pages and each payment once', async () => {
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

  it('keeps to --calls-per-second', async () => {
    const { clock } = world()
    for (let n = 0; n < 5; n++) await makeElsewhere(`B-${n}`)
    const before = clock.now()
    await reconcile({ ...hasty, callsPerSecond: '2' })
    expect(asked).toHaveLength(7)
    expect(clock.now() - before).toBe(3_000)
  })
})

describe('a failure', () => {
  const cli = async (args: string[], given: NodeJS.ProcessEnv = env) => {
    const { terminal, lines, errorLines } = fakeTerminal(given)
    return { code: await run(['reconcile', ...args], terminal), lines, errorText: errorLines.join('\n') }
  }

  it.each([
    [['--since', 'yesterday'], /^--since must be like 90s/],
    [['--since', '2027-01-01'], /^--since must not be in the future/],
    [['--timeout', '2h'], /^--timeout must be/],
    [['--calls-per-second', '0'], /^--calls-per-second must be/],
    [['--complete-on', 'PAID'], /^--complete-on must be one of AUTHORIZED, SETTLED, COMPLETED/],
    [['--sessions', '/nowhere/at-all.json'], /^\/nowhere\/at-all\.json cannot be read: ENOENT/],
    [[], /^There is no source for your payments\. Set DATABASE_URL or DATA_DIR/],
    [['now'], /too many arguments/],
  ] as const)('prints one message for %j', async (args, sentence) => {
    expect(await cli([...args])).toEqual({ code: 2, lines: [], errorText: expect.stringMatching(sentence) })
  })

  it.each([
    [{}, /^PAYMENTS_BASE_URL and PAYMENTS_API_KEY must be set, as your server has them\./],
    [{ PAYMENTS_BASE_URL: 'https://pay.example' }, /^PAYMENTS_API_KEY must be set/],
    [
      { ...env, PAYMENTS_BASE_URL: 'http://pay.example' },
      /^PAYMENTS_BASE_URL or PAYMENTS_API_KEY is not valid/,
    ],
    [
      { ...env, DATABASE_URL: 'mysql://x' },
      /^The address of the database .*DATABASE_URL\) must begin with postgres/,
    ],
    [{ ...env, DATABASE_URL: '/nowhere app' }, /^Your database does not answer: .*\/nowhere/],
    [
      { ...env, DATABASE_URL: 'postgres://nobody:secret_canary@127.0.0.1:1/x' },
      /^Your database does not answer/,
    ],
  ])('prints one message without a secret for %j', async (given, sentence) => {
    const { code, errorText } = await cli([], given)
    expect([code, errorText]).toEqual([2, expect.stringMatching(sentence)])
    expect(errorText).not.toMatch(/canary/)
  })

  it('makes no folder in place of a database that is not there', async () => {
    const folder = join(tmpdir(), `no-database-${process.pid}`)
    const { code, errorText } = await cli([], { ...env, DATA_DIR: folder })
    expect([code, existsSync(folder)]).toEqual([2, false])
    expect(errorText).toBe(
      `There is no database in the folder ${folder}. Set DATA_DIR as your server has it.`,
    )
  })

  it('is reported if the service refuses the key or does not answer', async () => {
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
          throw new TypeError('fetch failed', { cause: new Error('self-signed certificate') })
        },
      },
    ).catch((error: Error) => error)
    expect(gone).toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(/^The service could not be read \(self-signed certificate\): /),
    })
  })

  it('names the payment that the service could not give', async () => {
    await world().pay('A-1001')
    const refused = await reconcile(
      { knownOnly: true },
      { fetch: async () => Response.json({ message: 'no' }, { status: 403 }) },
    ).catch((error: Error) => error)
    expect(refused).toMatchObject({
      name: 'CommandError',
      message: expect.stringContaining('The service could not be read for payin '),
    })
  })

  it.each(['4711', '..', 'x'.repeat(300)])('does not end for the id %s, which no payment has', async (id) => {
    const folder = mkdtempSync(join(tmpdir(), 'reconcile-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const sessions = join(folder, 'sessions.json')
    writeFileSync(sessions, JSON.stringify([{ reference: 'A-1', service_id: id, status: 'COMPLETED' }]))
    const { code, found } = await reconcile({ sessions, knownOnly: true })
    expect([code, found[0]]).toEqual([1, expect.stringContaining('the service knows no such payment')])
  })

  it('is reported for an incomplete list, which is never used', async () => {
    await world().pay('A-1001')
    const broken = await reconcile({}, { fetch: async () => Response.json({ content: [] }) }).catch(
      (error: Error) => error,
    )
    expect(broken).toMatchObject({
      name: 'CommandError',
      message: expect.stringMatching(/not the list .* Use --known-only to read no list\.$/),
    })
  })

  it('is reported for a database without our tables', async () => {
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
