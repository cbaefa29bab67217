import { expect, it } from 'vitest'
import { createTimers } from '../../../src/sandbox/clock.ts'
import { createRecords } from '../../../src/sandbox/service/records.ts'
import { createFakeClock } from './fake-clock.ts'

type Parcel = { place: string; note?: string }

function openRecords() {
  const clock = createFakeClock()
  const moves: string[] = []
  const forgotten: string[] = []
  const open = () =>
    createRecords<Parcel>({
      clock,
      timers: createTimers(clock),
      onChange: (now, before) => moves.push(`${before.place} > ${now.place}`),
      onForget: (id) => forgotten.push(id),
    })
  return { clock, moves, forgotten, open, records: open() }
}

it('an object applies its planned changes in order, and reports each once', async () => {
  const { clock, moves, records } = openRecords()
  const at = (seconds: number) => clock.now() + seconds * 1_000
  records.add('p', { place: 'shelf' }, [
    { at: at(1), change: { place: 'van' } },
    { at: at(2), change: { place: 'door' } },
  ])
  await clock.advance(1_000)
  expect(records.find('p')?.place).toBe('van')
  await clock.advance(1_000)
  expect([records.find('p')?.place, moves]).toEqual(['door', ['shelf > van', 'van > door']])
})

it('a change with a plan replaces the plan of an object', async () => {
  const { clock, records } = openRecords()
  records.add('p', { place: 'shelf' }, [{ at: clock.now() + 1_000, change: { place: 'bin' } }])
  records.change('p', { place: 'van' }, [])
  await clock.advance(60_000)
  expect([records.find('p')?.place, clock.pending()]).toEqual(['van', 0])
})

it('a change without a plan keeps the plan of an object', async () => {
  const { clock, records } = openRecords()
  records.add('p', { place: 'shelf' }, [{ at: clock.now() + 1_000, change: { place: 'bin' } }])
  records.change('p', { place: 'van' })
  await clock.advance(1_000)
  expect(records.find('p')?.place).toBe('bin')
})

it('an object leaves out a field that becomes undefined', () => {
  const { records } = openRecords()
  records.add('p', { place: 'shelf', note: 'fragile' }, [])
  records.change('p', { note: undefined })
  expect(records.find('p')).toStrictEqual({ place: 'shelf' })
})

it('an object continues its plan after it was saved and restored', async () => {
  const { clock, records, open } = openRecords()
  records.add('p', { place: 'shelf' }, [{ at: clock.now() + 1_000, change: { place: 'van' } }])
  const saved = JSON.parse(JSON.stringify(records.snapshot()))
  records.clear()
  const restored = open()
  restored.restore(saved)
  await clock.advance(1_000)
  expect([restored.find('p')?.place, records.list()]).toEqual(['van', []])
})

it('more than 10 000 objects push out the oldest that has no plan', () => {
  const { clock, forgotten, records } = openRecords()
  records.add('planned', { place: 'shelf' }, [{ at: clock.now() + 1_000, change: { place: 'van' } }])
  for (let parcel = 1; parcel <= 10_000; parcel++) records.add(`p${parcel}`, { place: 'door' }, [])
  expect(forgotten).toEqual(['p1'])
  expect([records.find('p1'), records.find('planned')?.place]).toEqual([undefined, 'shelf'])
  expect(records.list()).toHaveLength(10_000)
})
