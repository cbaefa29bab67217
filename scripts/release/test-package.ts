// Tests the published package: the built files, and this tarball in fresh projects.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { lastLines, runProgram } from './run-program.ts'
import type { StepResult } from './step.ts'

const suites = [
  { title: 'test/package', args: ['vitest', 'run', '--project', 'unit', 'test/package'] },
  { title: 'fresh projects', args: ['playwright', 'test', '-c', 'test/projects'] },
] as const

/**
 * @param tarball that the fresh projects install
 * @param log file for the output of the tests
 */
export function testPackage(tarball: string, log: string): StepResult {
  const ended = suites.map(({ title, args }) => {
    const { ok, allOutput } = runProgram('npx', ['--no-install', ...args], {
      env: { PACKED_TARBALL: resolve(tarball) },
    })
    return { title, ok, allOutput: stripVTControlCharacters(allOutput) }
  })
  writeFileSync(log, ended.map(({ title, allOutput }) => `── ${title}\n${allOutput}`).join('\n'))
  return {
    says: ended.map(({ title, allOutput }) => `${title}: ${countIn(allOutput, 'passed')} passed`).join(', '),
    warnings: ended.flatMap(({ title, allOutput }) => {
      const skipped = countIn(allOutput, 'skipped')
      return skipped === 0 ? [] : [`${skipped} tests of ${title} were left out: ${whyLeftOut}`]
    }),
    problems: ended.flatMap(({ title, ok, allOutput }) => {
      if (!ok)
        return [`Tests fail (${title}). All that they say is in ${log}; its end:\n${lastLines(allOutput)}`]
      return countIn(allOutput, 'passed') > 0 ? [] : [`No test of ${title} ran. Its output is in ${log}.`]
    }),
  }
}

const whyLeftOut = process.env.TEST_DATABASE_URL
  ? 'their programs are not installed here.'
  : 'name an empty Postgres in TEST_DATABASE_URL, and run this again.'

/** How many tests passed or were skipped. The last count matters: before it, Vitest prints a count of files. */
export function countIn(allOutput: string, what: 'passed' | 'skipped'): number {
  const counts = [...allOutput.matchAll(new RegExp(`\\b(\\d+) ${what}\\b`, 'g'))]
  return Number(counts.at(-1)?.[1] ?? 0)
}
