// The tests of what others install: the built files, and this very tarball in fresh projects.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { lastLines, runProgram } from './run-program.ts'
import type { Told } from './step.ts'

const suites = [
  { title: 'test/package', args: ['vitest', 'run', '--project', 'unit', 'test/package'] },
  { title: 'fresh projects', args: ['playwright', 'test', '-c', 'test/projects'] },
] as const

/**
 * @param tarball what the fresh projects install
 * @param log where all goes that the tests say
 */
export function testPackage(tarball: string, log: string): Told {
  const ended = suites.map(({ title, args }) => {
    const { ok, said } = runProgram('npx', ['--no-install', ...args], { PACKED_TARBALL: resolve(tarball) })
    return { title, ok, said: stripVTControlCharacters(said) }
  })
  writeFileSync(log, ended.map(({ title, said }) => `── ${title}\n${said}`).join('\n'))
  return {
    says: ended.map(({ title, said }) => `${title}: ${passedIn(said)} passed`).join(', '),
    problems: ended.flatMap(({ title, ok, said }) => {
      if (!ok) return [`Tests fail (${title}). All that they say is in ${log}; its end:\n${lastLines(said)}`]
      return passedIn(said) > 0 ? [] : [`No test of ${title} ran. What was said is in ${log}.`]
    }),
  }
}

/** How many tests a runner says have passed; its last word counts, and before it Vitest counts files. */
export function passedIn(said: string): number {
  const counts = [...said.matchAll(/\b(\d+) passed\b/g)]
  return Number(counts.at(-1)?.[1] ?? 0)
}
