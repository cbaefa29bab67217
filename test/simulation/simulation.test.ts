// Random histories of presses, links, webhooks, checks, dead processes, changed orders and restored databases, through the very
// rules that the server runs. A failure prints its shortest history. `SIMULATION_SEED=…` repeats it.
import { expect, test } from 'vitest'
import { describeFailure, findFailure } from './simulate.ts'

const runs = Number(process.env.SIMULATION_RUNS ?? 10_000)
const seed = Number(process.env.SIMULATION_SEED ?? Math.floor(Math.random() * 1e9))
/** In slices, so that a runner that asks for a sign of life gets one. */
const perTest = 10_000
const slices = Array.from({ length: Math.ceil(runs / perTest) }, (_, index) => index * perTest)

test.each(slices)('no history from the %ith on breaks a rule', (from) => {
  const failure = findFailure(seed + from, Math.min(perTest, runs - from))
  expect(failure && describeFailure(failure)).toBeNull()
})
