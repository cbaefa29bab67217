import { beforeEach, expect, test } from 'vitest'
import { limitLines } from '../../../src/merchant/line-limit.ts'
import type { MerchantEvent } from '../../../src/merchant/log.ts'

type Fields = Omit<MerchantEvent, 'time' | 'event'>

let nowMs: number
let lines: MerchantEvent[]
let write: (event: string, fields?: Fields) => void

beforeEach(() => {
  nowMs = Date.parse('2026-11-20T12:00:00Z')
  lines = []
  const limited = limitLines(
    (event) => lines.push(event),
    () => nowMs,
  )
  write = (event, fields = {}) => limited({ time: new Date(nowMs).toISOString(), event, ...fields })
})

const refusal: Fields = { route: '/checkout/sessions/:id', method: 'GET', status: 404 }
const flood = (times: number, event = 'request', fields = refusal) => {
  for (let time = 0; time < times; time++) write(event, fields)
}
const count = (event: string) => lines.filter((line) => line.event === event).length

test('of a flood of equal lines 20 a second are written, and the next line follows the number of those left out', () => {
  flood(4_000)
  expect(count('request')).toBe(20)
  nowMs += 1_000
  flood(30)
  expect(lines[20]).toMatchObject({ event: 'lines_left_out', count: 3_980 })
  expect(count('request')).toBe(40)
  nowMs += 1_000
  write('alert')
  expect(lines.slice(-2)).toMatchObject([{ event: 'lines_left_out', count: 10 }, { event: 'alert' }])
})

test('the number of left-out lines is written once', () => {
  flood(21)
  for (let second = 0; second < 10; second++) {
    nowMs += 1_000
    write('alert')
  }
  expect(count('lines_left_out')).toBe(1)
})

test('a clock that is set back does not end the log', () => {
  flood(100)
  nowMs -= 3_600_000
  flood(100)
  expect(count('request')).toBe(40)
})

test('a flood of one kind of line hides no other kind', () => {
  flood(1_000)
  write('request', { ...refusal, route: '/webhooks/payins' })
  write('failed', { message: 'x' })
  expect(lines.slice(20).map(({ event, route }) => [event, route])).toEqual([
    ['request', '/webhooks/payins'],
    ['failed', undefined],
  ])
})

test('a flood of every kind at once is limited too, and each left-out line is counted', () => {
  for (let status = 400; status < 500; status++) flood(30, 'request', { ...refusal, status })
  expect(lines).toHaveLength(200)
  nowMs += 1_000
  write('alert')
  expect(lines.at(-2)).toMatchObject({ event: 'lines_left_out', count: 3_000 - 200 })
})

test.each<[string, Fields]>([
  ['session_created', {}],
  ['session_changed', {}],
  ['alert', {}],
  ['fulfilled', {}],
  ['fulfilment_failed', {}],
  ['create_failed', {}],
  ['found_by_sweep', {}],
  ['webhook_received', { count: 1 }],
  ['webhook_done', {}],
  ['webhook_failed', {}],
])('%s is about money and is never left out', (event, fields) => {
  flood(1_000)
  flood(1_000, event, fields)
  expect(count(event)).toBe(1_000)
})

test('a webhook that is sent again and again does not fill the log', () => {
  flood(1_000, 'webhook_received', { count: 0 })
  expect(count('webhook_received')).toBe(20)
})
