import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { misfitOf, NotASession, parseSession, reviews } from '../../../src/protocol/session.ts'
import { aSession } from '../../support/sessions.ts'

const proxy = { id: 'p-1', status: 'CREATED' }

describe('reading a session', () => {
  test('returns a complete session unchanged', () => {
    expect(parseSession(aSession())).toEqual(aSession())
  })

  test('reads the smallest proxy answer as an open payin', () => {
    expect(parseSession({ ...proxy, redirect_url: 'https://pay.example/p/1' })).toEqual({
      id: 'p-1',
      kind: 'payin',
      status: 'CREATED',
      status_details: null,
      outcome: 'open',
      order_outcome: null,
      amount: null,
      reference: null,
      redirect_url: 'https://pay.example/p/1',
      expires_at: null,
      paid_at: null,
      review: null,
    })
  })

  test('drops unknown fields, so that no page sees the payer’s data', () => {
    expect(parseSession({ ...proxy, payer: { iban: 'DE02' } })).not.toHaveProperty('payer')
  })

  test('keeps what a small proxy leaves out of a later answer', () => {
    const before = aSession({ kind: 'payout' })

    expect(parseSession({ id: before.id, status: 'INITIATED' }, before)).toEqual({
      ...before,
      status: 'INITIATED',
    })
  })

  test('removes an old reason of failure if the answer has none', () => {
    const before = aSession({ status: 'FAILED', status_details: 'INSUFFICIENT_FUNDS' })
    expect(parseSession({ ...proxy, status: 'COMPLETED' }, before).status_details).toBeNull()
  })

  test('prefers the server’s outcome to the table, because a merchant may ship on AUTHORIZED', () => {
    expect(parseSession({ ...proxy, status: 'AUTHORIZED', outcome: 'complete' }).outcome).toBe('complete')
  })

  test.each(['COMPLETE', 'constructor', 7, null, {}])('uses the table if the outcome is %s', (outcome) => {
    expect(parseSession({ ...proxy, status: 'FAILED', outcome }).outcome).toBe('failed')
  })

  test.each(reviews)('says why a person of the shop must settle the money: %s', (review) => {
    const session = parseSession({ ...proxy, status: 'COMPLETED', outcome: 'authorized', review })

    expect(session.review).toBe(review)
    expect(misfitOf(session)).toBe(review === 'disputed' ? null : review)
  })

  test('is no reason without money', () => {
    expect(misfitOf(parseSession({ ...proxy, review: 'amount_differs' }))).toBeNull()
  })

  test.each(['a_new_reason', 'constructor', 7, {}, null])('reads the review %s as none', (review) => {
    expect(parseSession({ ...proxy, review }).review).toBeNull()
  })

  test('ends a review that a later answer does not name', () => {
    const before = aSession({ review: 'amount_differs' })
    expect(parseSession({ id: before.id, status: 'COMPLETED' }, before).review).toBeNull()
  })

  const paid = { ...proxy, status: 'COMPLETED', paid_at: '2026-11-20T14:12:09.000Z' }

  test('says when the money came, and keeps that when a later answer leaves it out or is disputed', () => {
    const first = parseSession({ ...paid, status: 'AUTHORIZED' })
    expect(first.paid_at).toBe(paid.paid_at)
    for (const status of ['SETTLED', 'COMPLETED', 'DISPUTED'])
      expect(parseSession({ ...proxy, status }, first).paid_at).toBe(paid.paid_at)
    expect(parseSession({ ...paid, paid_at: '2026-11-21' }, first).paid_at).toBe('2026-11-21')
  })

  test.each(['tomorrow', '', '2026-13-45', 1763650800000, {}, ['2026-11-20'], null, '1970-01-01T00:00:00Z'])(
    'reads the time %j as none, so that no page shows an invalid date',
    (paid_at) => {
      expect(parseSession({ ...paid, paid_at }).paid_at).toBeNull()
    },
  )

  test.each([
    ['FAILED', undefined],
    ['EXPIRED', undefined],
    ['COMPLETED', 'failed'],
    ['CREATED', undefined],
  ])('has no time of money without money, whatever it was or is sent: %s, %s', (status, outcome) => {
    const before = parseSession(paid)
    expect(parseSession({ ...proxy, status, outcome }, { ...before, outcome: 'open' }).paid_at).toBeNull()
    expect(parseSession({ ...paid, status, outcome }).paid_at).toBeNull()
  })

  test('takes an address away that a later answer revokes with null', () => {
    expect(parseSession({ ...proxy, redirect_url: null }, aSession()).redirect_url).toBeNull()
  })

  test('keeps a completed payment complete while it is disputed', () => {
    const before = aSession({ status: 'COMPLETED' })
    expect(parseSession({ id: before.id, status: 'DISPUTED' }, before).outcome).toBe('complete')
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a string', 'CREATED'],
    ['a list', [proxy]],
    ['no id', { status: 'CREATED' }],
    ['an empty id', { id: '', status: 'CREATED' }],
    ['a numeric id', { id: 7, status: 'CREATED' }],
    ['no status', { id: 'p-1' }],
    ['a status that is no text', { id: 'p-1', status: { code: 'COMPLETED' } }],
  ])('refuses %s instead of guessing', (_what, json) => {
    expect(() => parseSession(json)).toThrow(NotASession)
  })

  test('any JSON gives a complete session or an error with a reason', () => {
    const odd = fc.record(
      {
        id: fc.oneof(fc.string(), fc.jsonValue()),
        status: fc.oneof(fc.string(), fc.jsonValue()),
        kind: fc.jsonValue(),
        outcome: fc.jsonValue(),
        amount: fc.jsonValue(),
        redirect_url: fc.jsonValue(),
        paid_at: fc.jsonValue(),
        review: fc.jsonValue(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(fc.oneof(odd, fc.jsonValue()), (json) => {
        try {
          expect(Object.keys(parseSession(json)).sort()).toEqual(Object.keys(aSession()).sort())
        } catch (error) {
          expect(error).toBeInstanceOf(NotASession)
        }
      }),
    )
  })
})
