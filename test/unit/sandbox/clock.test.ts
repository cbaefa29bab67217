import { expect, it } from 'vitest'
import { createMovableClock } from '../../../src/sandbox/clock.ts'
import { growthOf } from '../../support/growth.ts'
import { createFakeClock } from './fake-clock.ts'

function openClock() {
  const base = createFakeClock()
  const clock = createMovableClock(base)
  const startedAt = clock.now()
  const rang: [string, number][] = []
  const ring = (name: string) => () => void rang.push([name, clock.now() - startedAt])
  return { base, clock, rang, ring, startedAt }
}

it('the clock runs like its base clock until it is moved', async () => {
  const { base, clock, rang, ring } = openClock()
  clock.setTimeout(ring('bell'), 1_000)
  await base.advance(1_000)
  expect([rang, clock.now(), clock.aheadMs]).toEqual([[['bell', 1_000]], base.now(), 0])
})

it('timers that become due by a move run in order, each at its own time', () => {
  const { clock, rang, ring, startedAt } = openClock()
  clock.setTimeout(ring('late'), 5_000)
  clock.setTimeout(ring('early'), 1_000)
  clock.setTimeout(ring('never'), 9_000)
  clock.advance(6_000)
  expect([rang, clock.now() - startedAt]).toEqual([
    [
      ['early', 1_000],
      ['late', 5_000],
    ],
    6_000,
  ])
})

it('timers that were started by these timers run, too', () => {
  const { clock, rang, ring } = openClock()
  clock.setTimeout(() => clock.setTimeout(ring('second'), 1_000), 1_000)
  clock.advance(2_000)
  expect(rang).toEqual([['second', 2_000]])
})

it('a timer waits for the rest of its time after a move', async () => {
  const { base, clock, rang, ring } = openClock()
  clock.setTimeout(ring('bell'), 10_000)
  clock.advance(9_000)
  await base.advance(999)
  expect(rang).toEqual([])
  await base.advance(1)
  expect(rang).toEqual([['bell', 10_000]])
})

it('a cancelled timer does not run', async () => {
  const { base, clock, rang, ring } = openClock()
  clock.clearTimeout(clock.setTimeout(ring('bell'), 1_000))
  clock.advance(2_000)
  await base.advance(2_000)
  expect([rang, base.pending()]).toEqual([[], 0])
})

it('timers of the same moment run in the order in which they were started', () => {
  const { clock, rang, ring } = openClock()
  clock.setTimeout(ring('first'), 1_000)
  clock.setTimeout(ring('later'), 2_000)
  clock.setTimeout(ring('second'), 1_000)
  clock.advance(2_000)
  expect(rang.map(([name]) => name)).toEqual(['first', 'second', 'later'])
})

it('the time that a move takes grows with the number of timers, not with its square', () => {
  const still = { now: () => 0, setTimeout: () => null, clearTimeout: () => undefined }
  const moveOver = (timers: number) => {
    const clock = createMovableClock(still)
    for (let each = 0; each < timers; each++)
      clock.setTimeout(() => clock.setTimeout(() => undefined, 1_000), 1_000 + each)
    clock.advance(1_000_000)
  }
  expect(growthOf(({ length }) => moveOver(length / 10), 'x'.repeat.bind('x'))).toBeLessThan(40)
})
