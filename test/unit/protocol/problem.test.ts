import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { faultOf } from '../../../src/protocol/fault.ts'
import { parseProblem } from '../../../src/protocol/problem.ts'

describe('problem details', () => {
  test('contain the endpoint’s detail and the pointers of the wrong fields', () => {
    const body = {
      type: 'https://shop.example/invalid',
      title: 'Invalid',
      status: 400,
      detail: 'Two fields',
      errors: [{ detail: 'is required', pointer: '/order' }],
    }

    expect(parseProblem(422, body)).toEqual({ ...body, status: 422 })
  })

  test.each([
    ['/payment/iban', '/payment/iban'],
    ['#/payment/iban', '/payment/iban'],
    ['#/a%20b/c~1d', '/a b/c~1d'],
    ['#/100%', '/100%'],
    ['#', ''],
    ['', ''],
  ])('with the pointer %j point to %j, because RFC 9457 writes a URI fragment', (pointer, plain) => {
    expect(parseProblem(422, { errors: [{ detail: 'no', pointer }] }).errors).toEqual([
      { detail: 'no', pointer: plain },
    ])
  })

  test.each([
    ['an HTML page', '<!doctype html>'],
    ['nothing', null],
    ['a list', []],
    ['a number', 502],
  ])('from %s still contain the status', (_what, body) => {
    expect(parseProblem(502, body)).toEqual({
      type: 'about:blank',
      title: '',
      status: 502,
      detail: null,
      errors: [],
    })
  })

  test('leave out entries that are no errors', () => {
    const good = { detail: 'is required', pointer: '/order' }
    const errors = [null, 'order', 7, {}, { detail: 'no pointer' }, { ...good, pointer: 1 }, good]

    expect(parseProblem(422, { errors }).errors).toEqual([good])
  })

  test('never throw, or an error about an error would hide the first one', () => {
    const fields = {
      type: fc.jsonValue(),
      title: fc.jsonValue(),
      detail: fc.jsonValue(),
      errors: fc.jsonValue(),
    }

    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.record(fields)), (body) => {
        const { title, detail, errors } = parseProblem(500, body)
        expect([typeof title, detail === null || typeof detail === 'string']).toEqual(['string', true])
        for (const { pointer } of errors) expect(typeof pointer).toBe('string')
      }),
    )
  })
})

describe('a fault', () => {
  test.each([
    ['network', true],
    ['unavailable', true],
    ['already_paid', false],
    ['invalid', false],
    ['forbidden', false],
    ['not_found', false],
    ['bad_answer', false],
    ['bad_redirect_url', false],
    ['misconfigured', false],
  ] as const)('of kind %s is retryable: %s', (kind, retryable) => {
    expect(faultOf(kind, 'why')).toEqual({ kind, message: 'why', retryable })
  })

  test('keeps a Retry-After of zero', () => {
    expect(faultOf('unavailable', 'why', 0)).toHaveProperty('retryAfterMs', 0)
  })
})
