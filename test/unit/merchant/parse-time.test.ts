import { afterEach, expect, test, vi } from 'vitest'
import { parseTime } from '../../../src/merchant/session/parse-time.ts'
import { useWorld } from './harness.ts'

const world = useWorld()
const zones = ['UTC', 'Asia/Tokyo', 'America/New_York']

afterEach(() => vi.unstubAllEnvs())

test('a time of the service is read with its offset', () => {
  expect(parseTime('2026-11-20T12:00:00Z')).toEqual(new Date('2026-11-20T12:00:00Z'))
  expect(parseTime('2026-11-20T12:00:00.123+05:30')).toEqual(new Date('2026-11-20T06:30:00.123Z'))
})

test.each(zones)('a time of the service without an offset is UTC, also on a machine in %s', (zone) => {
  vi.stubEnv('TZ', zone)
  const noon = new Date('2026-11-20T12:00:00Z')

  for (const text of [
    '2026-11-20T12:00',
    '2026-11-20T12:00:00',
    '2026-11-20T12:00:00.000',
    '2026-11-20 12:00:00',
  ])
    expect(parseTime(text), text).toEqual(noon)
  for (const text of ['2026-11-20T12:00:00z', '2026-11-20T14:00:00+02:00', '2026-11-20T14:00:00+0200'])
    expect(parseTime(text), text).toEqual(noon)
})

test.each(zones)(
  'a payin whose end has no offset ends at that time of UTC, in a shop in %s',
  async (zone) => {
    vi.stubEnv('TZ', zone)
    const { service, pay } = world()
    service.nextCreate((payin) => {
      payin.expires_at = '2026-11-20T12:15:00.123456'
    })

    expect(await pay('A-1001')).toMatchObject({ expires_at: '2026-11-20T12:15:00.123Z' })
  },
)

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
