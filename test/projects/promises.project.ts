// The promises of verify in the suites of docs/testing.md, with Vitest and with node:test, as a shop runs them: from the packed
// package. Only the ports are others.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { programWith } from '../support/documents.ts'
import { freePort } from '../support/free-port.ts'
import { expect, type FreshProject, test } from './fresh-project.ts'

const runners = {
  vitest: {
    mark: "from 'vitest'",
    args: ['vitest', 'run', '--reporter=tap-flat'],
    only: '--testNamePattern',
  },
  'node:test': {
    mark: "from 'node:test'",
    args: ['tsx', '--test', '--test-reporter=tap'],
    only: '--test-name-pattern',
  },
} as const

/** The lines of the Test Anything Protocol that a runner prints for its tests: `not ok 3 - …`. */
const resultsIn = (output: string, start: 'ok' | 'not ok', end = '') =>
  output.split('\n').filter((line) => new RegExp(`^ *${start} \\d+ - .*${end}`).test(line))

for (const [runner, { mark, args, only }] of Object.entries(runners))
  test.describe(`the suite of the document for ${runner}`, () => {
    test.setTimeout(300_000)

    /** Writes the suite of the document. */
    async function writeSuite(project: FreshProject, change = (suite: string) => suite): Promise<void> {
      const suite = programWith('docs/testing.md', 'merchantPromises', mark)
      project.write('promises.test.ts', change(suite).replaceAll('4001', String(await freePort())))
    }

    /** @param pattern of the titles to run */
    const run = (project: FreshProject, pattern = '.') =>
      project.run('npx', '--no-install', ...args, `${only}=${pattern}`, 'promises.test.ts')

    test.beforeEach(async ({ project }) => {
      project.copy('test/projects/templates/promised-shop')
      project.install('vitest', 'tsx', '@electric-sql/pglite')
      await writeSuite(project)
    })

    // Once is enough for all promises; what differs between the runners is how a test fails or is skipped.
    if (runner === 'node:test')
      test('passes for a shop that keeps its promises', async ({ project }) => {
        const { output, status } = run(project)
        expect(status, output).toBe(0)
        expect(resultsIn(output, 'ok').length, output).toBe(39)
        expect(resultsIn(output, 'ok').filter((line) => /skip/i.test(line))).toEqual([])
      })

    test('fails for a shop that ships twice, and skips what is not checked', async ({ project }) => {
      project.env.SHIPS_TWICE = 'yes'
      const ended = run(project, 'A completed payment|A payment that does not')
      expect(ended.status).not.toBe(0)
      expect(resultsIn(ended.output, 'not ok', 'A completed payment').length, ended.output).toBe(1)
      expect(resultsIn(ended.output, 'ok', 'A payment that does not').length, ended.output).toBe(1)
      expect(ended.output).toMatch(/seen: Order A-\d+ was paid once and fulfilled 2 times\./)
      expect(ended.output).toContain('do:   ')

      // Its open payments are at the sandbox of the run before.
      rmSync(join(project.folder, 'data'), { recursive: true })
      await writeSuite(project, (suite) => suite.replace(/ *paidUrl: .*/, ''))
      const { output, status } = run(project, 'If two payments')
      expect(status, output).toBe(0)
      expect(resultsIn(output, 'ok', 'If two payments.*SKIP').length, output).toBe(1)
    })
  })
