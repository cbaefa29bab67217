import { expect, test } from 'vitest'
import { parseTime } from '../../../src/merchant/session/parse-time.ts'

test('a time of the service is read with its offset', () => {
  expect(parseTime('2026-11-20T12:00:00Z')).toEqual(new Date('2026-11-20T12:00:00Z'))
  expect(parseTime('2026-11-20T12:00:00.123+05:30')).toEqual(new Date('2026-11-20T06:30:00.123Z'))
})

test.each([
  // What .NET writes for "no time" and for "never". A database client in another time zone cannot read them again.
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.9999999Z',
  '1890-01-01T00:00:00Z',
  '+020000-01-01T00:00:00Z',
  'tomorrow',
  '',
  null,
  undefined,
])('%s is no time', (text) => {
  expect(parseTime(text)).toBe(null)
})
