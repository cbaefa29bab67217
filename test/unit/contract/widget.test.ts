// The contract and the widget agree about answers: a schema accepts an answer exactly if the widget uses all of it.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mistakesIn } from '../../../src/contract/answer-mistakes.ts'
import { bankList, instrumentList, problem } from '../../../src/contract/answers.ts'
import { session } from '../../../src/contract/session.ts'
import { createMerchantApi } from '../../../src/platform/merchant-api.ts'
import { FaultError } from '../../../src/protocol/fault.ts'
import { kinds } from '../../../src/protocol/kind.ts'
import { parseAccounts, parseBankPage } from '../../../src/protocol/lists.ts'
import { outcomes } from '../../../src/protocol/outcome.ts'
import { parseProblem } from '../../../src/protocol/problem.ts'
import { problemTypes } from '../../../src/protocol/problem-types.ts'
import { parseRedirectUrl } from '../../../src/protocol/safe-url.ts'
import { NotASession, parseSession, reviews, type Session } from '../../../src/protocol/session.ts'
import { document, wrongBy } from '../../support/open-api.ts'
import { answer, startEndpoint } from '../platform/merchant-endpoint.ts'

const numRuns = 3_000

/** Mostly the first of these values, sometimes another one or a value of any type. */
const orAny = (usual: unknown, ...others: readonly unknown[]) =>
  fc.oneof(
    { weight: 20, arbitrary: fc.constant(usual) },
    { weight: 6, arbitrary: fc.constantFrom(usual, ...others) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  )

const amounts = fc.oneof(
  fc.record({
    value: orAny('49.90', '7', '0.00000001', '', '-1', '1e3', '.5'),
    currency: orAny('EUR', 'BTC', ''),
  }),
  orAny(null),
)
const times = [
  '2026-11-20T15:00:00Z',
  '2026-11-20T15:00:00.123+02:00',
  '',
  'tomorrow',
  '2026-11-20',
  '1763650800',
]
const addresses = ['http://localhost:4100/pay/1', 'http://pay.example/1', '/pay/1', 'javascript:1', '']

const sessions = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  {
    weight: 20,
    arbitrary: fc.record(
      {
        id: orAny('cs_1', 'x', ''),
        status: orAny('CREATED', 'COMPLETED', 'A_NEW_ONE', ''),
        kind: orAny('payin', ...kinds, null, 'subscription'),
        status_details: orAny('DECLINED', '', null),
        outcome: orAny('open', ...outcomes, null, 'paid'),
        order_outcome: orAny('open', 'authorized', 'complete', 'failed', null),
        amount: amounts,
        reference: orAny('A-1001', '', null),
        redirect_url: orAny('https://pay.example/1', ...addresses, null),
        expires_at: orAny('2026-11-20T15:00:00Z', ...times, null),
        paid_at: orAny(null, '2026-11-20T14:12:09.000Z', ...times),
        review: orAny(null, ...reviews, 'chargeback'),
        a_field_of_tomorrow: fc.jsonValue(),
      },
      { requiredKeys: ['id', 'status'] },
    ),
  },
)

const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether the widget of a payment that may have been complete reads the answer as a session, and each described field of it as it was sent. */
function isReadWhole(json: unknown): boolean {
  let read: Session
  try {
    read = parseSession(json, { outcome: 'complete' })
  } catch (error) {
    if (error instanceof NotASession) return false
    throw error
  }
  const sent = json as Record<string, unknown>
  return Object.keys(session.shape).every((name) => {
    const value = sent[name]
    if (value === undefined || value === null) return true
    const used = read[name as keyof Session]
    if (name === 'amount') {
      const { value: amount, currency } = value as { value: unknown; currency: unknown }
      return read.amount !== null && read.amount.value === amount && read.amount.currency === currency
    }
    if (name === 'redirect_url') return value === '' || parseRedirectUrl(used) !== null
    if (name === 'expires_at' || name === 'paid_at')
      return typeof used === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(used)
    if (name === 'status_details' || name === 'reference') return value === '' || used === value
    return used === value
  })
}

describe('the session', () => {
  test('is accepted exactly if the widget reads every field of it', () => {
    const seen = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(sessions, (json) => {
        const isAccepted = session.safeParse(json).success
        seen[isAccepted ? 'accepted' : 'refused']++
        expect(isAccepted).toBe(isReadWhole(json))
      }),
      { numRuns },
    )
    expect(Math.min(seen.accepted, seen.refused)).toBeGreaterThan(numRuns / 10)
  })

  test('is accepted by openapi.json whenever the contract accepts it', () => {
    const { Session = {} } = document.components.schemas ?? {}
    fc.assert(
      fc.property(sessions, (json) => {
        if (session.safeParse(json).success) expect(wrongBy(Session, json, 'annotated')).toEqual([])
      }),
      { numRuns },
    )
  })

  test('has a time of money only with money, or with a status that may keep what was reached', () => {
    const accepts = (json: object) =>
      session.safeParse({ id: 'x', paid_at: '2026-11-20T14:12:09.000Z', ...json }).success
    for (const status of ['AUTHORIZED', 'COMPLETED', 'DISPUTED', 'A_NEW_ONE'])
      expect([status, accepts({ status })]).toEqual([status, true])
    for (const status of ['FAILED', 'EXPIRED']) expect([status, accepts({ status })]).toEqual([status, false])
    for (const outcome of ['open', 'failed', 'expired'])
      expect([outcome, accepts({ status: 'COMPLETED', outcome })]).toEqual([outcome, false])
    expect(accepts({ kind: 'bank_transfer', status: 'FAILED_INTENT' })).toBe(false)
  })

  test('needs its id and its status alone', () => {
    expect(session.safeParse({ id: 'x', status: 'WHATEVER' }).success).toBe(true)
    for (const json of [{ id: 'x' }, { status: 'CREATED' }, [], null, 'CREATED'])
      expect(session.safeParse(json).success).toBe(false)
  })
})

const entries = fc.array(
  fc.oneof(
    fc.record({ id: orAny('b1'), name: orAny('Nordbank'), logo_url: orAny('banks/b1/logo', null) }),
    fc.record({ id: orAny('a1'), iban: orAny('DE89**************3000'), method: orAny('bank_account') }),
    fc.jsonValue({ maxDepth: 1 }),
  ),
  { maxLength: 3 },
)
const lists = fc.oneof(
  fc.record({ content: entries, has_more: orAny(true, false) }, { requiredKeys: ['content'] }),
  fc.jsonValue({ maxDepth: 1 }),
)

describe('a list', () => {
  test('of banks loses no entry in the widget if it is accepted', () => {
    fc.assert(
      fc.property(lists, (json) => {
        const read = bankList.safeParse(json)
        if (read.success) expect(parseBankPage(json).banks).toHaveLength(read.data.content.length)
      }),
      { numRuns },
    )
  })

  test('of banks is accepted if the widget uses all of its entries', () => {
    const bank = fc.record({ id: fc.string(), name: fc.string(), more: fc.jsonValue() })
    const list = fc.record({ content: fc.array(bank), has_more: fc.boolean() }, { requiredKeys: ['content'] })
    fc.assert(
      fc.property(list, (json) => bankList.safeParse(json).success && parseBankPage(json).banks.length >= 0),
    )
  })

  test('of instruments loses no account in the widget if it is accepted', () => {
    fc.assert(
      fc.property(lists, (json) => {
        const read = instrumentList.safeParse(json)
        if (!read.success) return
        const accounts = read.data.content.filter(({ iban }) => typeof iban === 'string')
        expect(parseAccounts(json)).toHaveLength(accounts.length)
      }),
      { numRuns },
    )
  })
})

describe('a problem', () => {
  test('loses no field in the widget if it is accepted', () => {
    const error = fc.record({ pointer: orAny('/payment/iban'), detail: orAny('No.') })
    const problems = fc.record({
      type: orAny('about:blank', ...Object.keys(problemTypes)),
      title: orAny('Conflict'),
      detail: orAny('No.', null),
      errors: fc.oneof(fc.array(error, { maxLength: 2 }), orAny(null)),
      amount: amounts,
    })
    fc.assert(
      fc.property(problems, (json) => {
        const read = problem.safeParse(json)
        if (!read.success) return
        const { type, title, detail, errors, amount } = parseProblem(409, json)
        expect({ type, title, detail }).toEqual({
          type: json.type ?? 'about:blank',
          title: json.title ?? '',
          detail: json.detail ?? null,
        })
        expect(errors).toHaveLength(read.data.errors?.length ?? 0)
        if (!isNothing(json.amount)) expect(amount).toBeDefined()
      }),
      { numRuns },
    )
  })

  test.each(Object.keys(problemTypes))(
    'of the type %s has a meaning of its own in the widget',
    async (type) => {
      const status = type.endsWith('two-payments-open') ? 429 : 409
      await using endpoint = await startEndpoint(
        answer(status, 'application/problem+json', JSON.stringify({ type })),
      )
      const created = createMerchantApi(endpoint.url).create(
        { order: 'A', kind: 'payin' } as never,
        'key',
        new AbortController().signal,
      )
      const error: unknown = await created.catch((each: unknown) => each)
      const expected = { 'order-paid': 'already_paid', 'two-payments-open': 'two_open' }
      const name = type.replace(/.*:/, '')
      expect(error instanceof FaultError && error.fault.kind).toBe(
        expected[name as keyof typeof expected] ?? name.replace('-', '_'),
      )
    },
  )
})

describe('the mistakes of an answer', () => {
  const mistakes = (method: string, path: string, status: number, json: unknown) =>
    mistakesIn({ method, path, status, json })

  test('name call, field and what the protocol asks for', () => {
    expect(
      mistakes('GET', '/sessions/cs_secret?fresh=1', 200, {
        id: 'cs_secret',
        status: 'CREATED',
        outcome: 'paid',
      }),
    ).toEqual([
      'GET /sessions/{id}, 200: /outcome: Must be one of open, authorized, complete, failed, expired.',
    ])
  })

  test('hold nothing of the answer', () => {
    const json = { id: 7, status: 'CREATED', redirect_url: 'ftp://cs_secret', expires_at: 'cs_secret' }
    expect(mistakes('POST', '/sessions', 201, json).join()).not.toContain('cs_secret')
    expect(mistakes('POST', '/sessions', 201, json)).toHaveLength(3)
  })

  test('are found in lists and in errors', () => {
    expect(mistakes('GET', '/banks?page=1', 200, { content: [{ id: 'b1' }] })).toEqual([
      'GET /banks, 200: /content/0/name: Must be a text.',
    ])
    expect(mistakes('POST', '/sessions', 422, { errors: [{ detail: 'No.' }] })).toEqual([
      'POST /sessions, 422: /errors/0/pointer: Must be a text.',
    ])
    expect(mistakes('POST', '/sessions', 201, undefined)).toEqual([
      'POST /sessions, 201: the whole answer: Must be an object.',
    ])
  })

  test('are at most ten, however long a wrong list is', () => {
    expect(mistakes('GET', '/banks', 200, { content: Array(1_000).fill(7) })).toHaveLength(10)
    expect(mistakes('GET', '/banks', 200, { content: [7] })).toEqual([
      'GET /banks, 200: /content/0: Must be an object.',
    ])
    expect(mistakes('GET', '/banks', 500, [])).toEqual([
      'GET /banks, 500: the whole answer: Must be an object.',
    ])
  })

  test('are none for unchanged sessions, errors of a proxy and calls that the protocol does not have', () => {
    expect(mistakes('GET', '/sessions/cs_1', 304, undefined)).toEqual([])
    expect(mistakes('GET', '/banks', 502, undefined)).toEqual([])
    expect(mistakes('GET', '/banks', 404, null)).toEqual([])
    expect(mistakes('GET', '/orders/1/paid', 200, true)).toEqual([])
    expect(mistakes('GET', '/return?session=cs_1', 200, undefined)).toEqual([])
  })
})
