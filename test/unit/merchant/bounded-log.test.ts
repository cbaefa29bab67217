import { beforeEach, expect, test } from 'vitest'
import { type BoundedLog, createBoundedLog } from '../../../src/merchant/bounded-log.ts'
import { createLog, inRequest, type LogFields } from '../../../src/merchant/log.ts'
import { createFakeClock, type FakeClock } from '../server/fake-clock.ts'

type Line = LogFields & { event: string }
let lines: Line[]
let clock: FakeClock
let bounded: BoundedLog

beforeEach(() => {
  lines = []
  clock = createFakeClock()
  bounded = createBoundedLog(
    createLog((line) => lines.push(JSON.parse(line) as Line)),
    clock,
  )
})

const refusal: LogFields = { route: '/checkout/sessions/:id', method: 'GET', status: 404 }
const flood = (times: number, event = 'request', fields = refusal) => {
  for (let time = 0; time < times; time++) bounded.log(event, fields)
}
const count = (event: string) => lines.filter((line) => line.event === event).length

test('of a flood of equal lines 20 a second are written, and the next second logs how many were left out', async () => {
  flood(4_000)
  expect(count('request')).toBe(20)
  await clock.advance(1_000)
  expect(lines.at(-1)).toMatchObject({
    event: 'lines_left_out',
    line: 'request',
    route: '/checkout/sessions/:id',
    method: 'GET',
    status: 404,
    count: 3_980,
  })
  flood(30)
  await clock.advance(1_000)
  expect([count('request'), lines.at(-1)?.count]).toEqual([40, 10])
})

test('the number of left-out lines is logged once, even if no such line follows', async () => {
  flood(21)
  await clock.advance(10_000)
  expect(count('lines_left_out')).toBe(1)
})

test('a flood of one kind of line hides no other kind', () => {
  flood(1_000)
  bounded.log('request', { ...refusal, route: '/webhooks/payins' })
  bounded.log('failed', { message: 'x' })
  expect(lines.slice(20).map(({ event, route }) => [event, route])).toEqual([
    ['request', '/webhooks/payins'],
    ['failed', undefined],
  ])
})

test('a flood of every kind at once is limited too, and each left-out line is counted', async () => {
  for (let status = 400; status < 500; status++) flood(30, 'request', { ...refusal, status })
  expect(lines).toHaveLength(200)
  await clock.advance(1_000)
  const leftOut = lines.filter(({ event }) => event === 'lines_left_out')
  expect(leftOut.reduce((sum, line) => sum + Number(line.count), 0)).toBe(3_000 - 200)
})

test.each([
  ['session_created', {}],
  ['session_changed', {}],
  ['alert', {}],
  ['fulfilled', {}],
  ['fulfilment_failed', {}],
  ['create_failed', {}],
  ['found_by_sweep', {}],
  ['webhook_stored', { count: 1 }],
  ['webhook_done', {}],
  ['webhook_failed', {}],
])('%s is about money and is never left out', (event, fields) => {
  flood(1_000)
  flood(1_000, event, fields)
  expect(count(event)).toBe(1_000)
})

test('a webhook that is sent again and again does not fill the log', () => {
  flood(1_000, 'webhook_stored', { count: 0 })
  expect(count('webhook_stored')).toBe(20)
})

test('closing logs the number of left-out lines at once, without the id of a request', async () => {
  await inRequest('a-request', async () => flood(50))
  await bounded.close()
  expect(lines.at(-1)).toMatchObject({ event: 'lines_left_out', count: 30 })
  expect(lines.at(-1)?.request).toBeUndefined()
})
