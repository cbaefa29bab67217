// Servers that break one promise. The other promises have their broken server in test/unit/cli/verify.
import { describe, expect, test } from 'vitest'
import { mutants } from './support/mutants.ts'
import { isSkipped } from './support/programs.ts'
import { runVerify, verdictsIn } from './support/verify-command.ts'

describe.concurrent('verify names the promise of a server that', () => {
  for (const mutant of mutants) {
    const { title, language, promise } = mutant
    test.skipIf(isSkipped(language))(`${title} (${language}): ${promise}`, async () => {
      const ended = await runVerify(language, 4, {
        mutant,
        more: ['--only', promise, '--only', 'press'],
      })
      expect(verdictsIn(ended), ended.err).toEqual({ held: ['press'], broken: [promise] })
      expect(ended.code).toBe(1)
    })
  }
})
