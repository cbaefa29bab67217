// How long a shopper waits, in the browser's own timeline.
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { settle } from '../support/fake-clock.ts'
import { mount, mountPayout } from './mounted.ts'

const entries = () =>
  performance
    .getEntriesByType('measure')
    .filter(({ name }) => /^(payment|payout)-/.test(name)) as PerformanceMeasure[]
const names = () => entries().map(({ name }) => name)

beforeEach(() => performance.clearMeasures())

test('each event after the press has an entry that begins at the press', async () => {
  const from = performance.now()
  const mounted = mount()
  await mounted.startPaying()
  await mounted.read({ status: 'COMPLETED' })

  expect(names()).toEqual(['payment-created', 'payment-open', 'payment-status', 'payment-complete'])
  const starts = new Set(entries().map(({ startTime }) => startTime))
  expect(starts.size).toBe(1)
  expect(Math.min(...starts)).toBeGreaterThanOrEqual(from)
})

test('an entry carries nothing of the payment', async () => {
  const mounted = mount()
  await mounted.startPaying()

  expect(entries().map(({ detail }) => detail)).toEqual([null, null])
})

test('without a press there is none', async () => {
  const mounted = mountPayout()
  await mounted.read({ kind: 'payout', status: 'COMPLETED' })

  expect(mounted.emitted.at(-1)?.name).toBe('complete')
  expect(names()).toEqual([])
})

test('another order of the same element is not measured from the press of the first one', async () => {
  const mounted = mount()
  await mounted.startPaying()
  performance.clearMeasures()
  mounted.element.setAttribute('order', 'A-1002')
  mounted.element.setAttribute('session', 'cs_2')
  await settle()
  await mounted.read({ id: 'cs_2', status: 'COMPLETED' })

  expect(mounted.emitted.at(-1)?.event.detail).toMatchObject({ id: 'cs_2', outcome: 'complete' })
  expect(names()).toEqual([])
})

test('a page without `performance.measure` pays all the same', async () => {
  const { measure } = performance
  performance.measure = () => {
    throw new TypeError('not here')
  }
  onTestFinished(() => {
    performance.measure = measure
  })
  const mounted = mount()
  await mounted.startPaying()
  await mounted.read({ status: 'COMPLETED' })

  expect(mounted.element.state.phase).toBe('complete')
})
