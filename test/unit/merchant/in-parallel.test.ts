import { expect, test } from 'vitest'
import { inParallel } from '../../../src/merchant/sync/in-parallel.ts'
import { turns } from '../../support/timeline.ts'
import { createGate } from './instances-world.ts'

test('four are begun at a time, in their order', async () => {
  const gates = Array.from({ length: 9 }, createGate)
  const begun: number[] = []
  const done = inParallel([...gates.keys()], async (n) => {
    begun.push(n)
    await gates[n]?.opened
  })
  expect(begun).toEqual([0, 1, 2, 3])
  gates[2]?.open()
  await turns(1)
  expect(begun).toEqual([0, 1, 2, 3, 4])
  for (const { open } of gates) open()
  await done
  expect(begun).toEqual([...gates.keys()])
})

test('after a failure none is begun, and the failure is told when what was begun has ended', async () => {
  const slow = createGate()
  const begun: number[] = []
  let hasEnded = false
  const done = inParallel([0, 1, 2, 3, 4, 5], async (n) => {
    begun.push(n)
    if (n === 1) throw new Error('the database is away')
    await slow.opened
  }).catch((error: Error) => {
    hasEnded = true
    return error.message
  })
  await turns(2)
  expect([begun, hasEnded]).toEqual([[0, 1, 2, 3], false])
  slow.open()
  expect([await done, begun]).toEqual(['the database is away', [0, 1, 2, 3]])
})
