// The differences that `payin-checkout reconcile` finds.
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { shopChanges } from '../../merchant/backoffice-world.ts'
import { apiKey } from '../../merchant/harness.ts'
import {
  asked,
  env,
  hasty,
  lose,
  makeElsewhere,
  move,
  payins,
  payout,
  reconcile,
  settle,
  useReconcileWorld,
  world,
} from './reconcile-world.ts'

useReconcileWorld()
afterEach(() => vi.unstubAllEnvs())

/** Pays A-1001 after the shop has changed it. @returns the alert */
async function payDespite(alert: 'paid_twice' | 'amount_differs'): Promise<{ readonly id: number }> {
  const { price, payAtTheTill } = shopChanges(world)
  await world().pay('A-1001')
  await (alert === 'paid_twice' ? payAtTheTill() : price('60.00'))
  await move('COMPLETED')
  const [raised] = await world().db.query<{ id: number; kind: string }>(
    'select id, kind from payin_checkout.alerts',
  )
  expect(raised?.kind).toBe(alert)
  return { id: Number(raised?.id) }
}

describe('without differences', () => {
  it('ends with 0 after payments of every kind, in every status', async () => {
    const { pay, command, sandbox } = world()
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
    await command(`transactions/${sandbox.service.bankTransfers.list()[0]?.uuid}/status`, {
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

  it('ends with 0 if there are no payments', async () => {
    expect(await reconcile()).toMatchObject({ code: 0, errorLines: [] })
  })

  it('needs only a read-only key', async () => {
    await world().pay('A-1001')
    const reading = { ...env, PAYMENTS_API_KEY: `${apiKey}_read_only` }
    expect(await reconcile({}, { env: reading })).toMatchObject({ code: 0 })
  })

  it('only reads, at the service and in the database', async () => {
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

describe('a difference', () => {
  it('is money that the server does not know', async () => {
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

  it('is a payment that counts as paid and has no id at the service, also when it is checked again', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await db.query(
      "update payin_checkout.sessions set service_id = null, status = 'COMPLETED', outcome = 'complete'",
    )
    const { code, found } = await reconcile({ knownOnly: true })
    expect({ code, found }).toEqual({
      code: 1,
      found: [
        'A-1001, payin without an id: your server expects money that the service does not have (service: nothing, your server: COMPLETED 49.90 EUR)',
      ],
    })
  })

  it('is checked again, because a webhook may be in transit', async () => {
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

  it('is reported once, after --timeout is over', async () => {
    await world().pay('A-1001')
    await lose()
    await move('COMPLETED')
    const { code, errorLines, lines } = await reconcile({ timeout: '40s', json: true })
    expect(errorLines).toHaveLength(3)
    expect(JSON.parse(lines.join(''))).toMatchObject({
      compared: 1,
      listed: 1,
      differences: [{ what: 'money_not_known', reference: 'A-1001', here: { status: 'CREATED' } }],
    })
    expect(code).toBe(1)
  })

  it.each([
    ['without an id', { id: undefined }, '2 differences.'],
    ['without a status', { status: null }, '1 difference.'],
  ])(
    'is a payment that the service shows %s, and stops no comparison of the others',
    async (_, change, end) => {
      await world().pay('A-1001')
      await world().pay('A-1002')
      const breakIt = (json: object) =>
        (json as { reference?: string }).reference === 'A-1001' ? { ...json, ...change } : json
      const { code, lines, found } = await reconcile(
        { timeout: '20s' },
        {
          async fetch(input, init) {
            const json = await (await world().sandbox.app.request(String(input), init)).json()
            const { content } = json as { content?: object[] }
            return Response.json(content ? { ...json, content: content.map(breakIt) } : breakIt(json))
          },
        },
      )
      expect([code, lines.at(-1)]).toEqual([1, end])
      expect(found).toContainEqual(expect.stringContaining('the service shows a payment that cannot be read'))
    },
  )

  it.each(['FAILED', 'EXPIRED'])('is a final status that the server does not know: %s', async (status) => {
    await world().pay('A-1001')
    await lose()
    await move(status)
    expect((await reconcile(hasty)).found).toEqual([
      expect.stringContaining(
        `the service and your server have different outcomes (service: ${status} 49.90 EUR`,
      ),
    ])
  })

  it('is a dispute that the server does not know', async () => {
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

  it('is not another letter case of an id', async () => {
    await world().pay('A-1001')
    await move('COMPLETED')
    await world().db.query(
      `update payin_checkout.sessions set service_id = upper(service_id), created_at = '2026-01-01', updated_at = '2026-01-01'`,
    )
    expect(await reconcile()).toMatchObject({ code: 0 })
  })

  it('is not another spelling of an amount', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await db.query("update payin_checkout.sessions set amount_value = '49.9'")
    expect(await reconcile(hasty)).toMatchObject({ code: 0 })
  })

  it('is a payment without a session, as after a restored database', async () => {
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

  it('is a payment whose answer was lost, until the next create request finds it', async () => {
    const { fault, createSession, pay } = world()
    await fault({ fault: 'cut', operations: ['createPayin'], count: 1 })
    expect((await createSession('A-1001')).status).toBeGreaterThanOrEqual(500)
    const { lines } = await reconcile(hasty)
    expect(lines[1]).toMatch(/^ {2}Your server created it and never got the answer\./)
    expect(lines.at(-2)).toContain('; 1 has no id at the service yet;')
    await pay('A-1001')
    expect(payins()).toHaveLength(1)
    expect(await reconcile(hasty)).toMatchObject({ code: 0 })
  })

  it('is found on a computer in Tokyo, too, when the times of the service have no offset', async () => {
    vi.stubEnv('TZ', 'Asia/Tokyo')
    await makeElsewhere('B-1')
    const fetch = async (...[input, init]: Parameters<typeof globalThis.fetch>) => {
      const answer = await world().sandbox.app.request(String(input), init)
      return new Response((await answer.text()).replace(/(T[\d:.]+)Z/g, '$1'), answer)
    }
    expect((await reconcile({ ...hasty, since: '1h' }, { fetch })).found).toHaveLength(1)
  })

  it('is a payment of another shop, unless --references excludes it', async () => {
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

  it('is a paid order that the shop has not fulfilled', async () => {
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

  it.each(['paid_twice', 'amount_differs'] as const)('is money under review: %s', async (alert) => {
    await payDespite(alert)
    const { code, lines } = await reconcile(hasty)
    expect(lines.slice(0, 2)).toEqual([
      expect.stringContaining('the service and your server have different outcomes (service: COMPLETED'),
      '  A person must say what becomes of this money: look at its alert, and settle it.',
    ])
    expect(code).toBe(1)
  })

  it.each([
    ['paid_twice', 'refunded'],
    ['amount_differs', 'refunded'],
    ['amount_differs', 'accepted'],
  ] as const)('is no money that a person has settled: %s as %s', async (alert, as) => {
    const { id } = await payDespite(alert)
    expect((await settle(id, as)).status).toBe(200)
    expect(await reconcile(hasty)).toMatchObject({ code: 0, found: [] })
  })

  it('is no money that a person has accepted, and that the service does not know', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await db.query(`update payin_checkout.sessions set service_id = gen_random_uuid()::text,
      status = 'COMPLETED', outcome = 'complete', paid_at = created_at, settled_as = 'accepted'`)
    expect(await reconcile({ ...hasty, knownOnly: true })).toMatchObject({ code: 0, found: [] })
  })

  it('depends on the status that the server counts as paid', async () => {
    const { pay, restart } = world()
    await restart({ COMPLETE_ON: 'AUTHORIZED' })
    await pay('A-1001')
    await move('AUTHORIZED')
    expect((await reconcile(hasty)).code).toBe(1)
    expect((await reconcile({ ...hasty, completeOn: 'AUTHORIZED' })).code).toBe(0)
    expect((await reconcile(hasty, { env: { ...env, COMPLETE_ON: 'AUTHORIZED' } })).code).toBe(0)
  })

  it('suggests a wrong account if the service knows no payment', async () => {
    const { pay, db } = world()
    await pay('A-1001')
    await pay('A-1002')
    await db.query('update payin_checkout.sessions set service_id = gen_random_uuid()::text')
    expect((await reconcile({ ...hasty, knownOnly: true })).lines.at(-3)).toMatch(
      /^The service knows none of your payments: PAYMENTS_BASE_URL/,
    )
  })
})
