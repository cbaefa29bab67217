import { expect, test } from 'vitest'
import { mutants } from './mutants.ts'
import { rules } from './rules.ts'
import { findFailure } from './simulate.ts'

test.each(Object.entries(mutants))('a server that %s is found within 10 000 histories', (_title, change) => {
  expect(findFailure(0, 10_000, { ...rules, ...change })).not.toBeNull()
})
