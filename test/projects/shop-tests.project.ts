// A shop with its own tests, written by the documents alone: `payin-checkout/testing` with four parallel workers. REPEATS
// sets how often each test runs (1).
import { chromiumFlags, findChromium } from '../../scripts/find-chromium.ts'
import { expect, test } from './fresh-project.ts'

test('a shop’s own tests pass in four parallel workers', async ({ project }) => {
  test.setTimeout(3_600_000)
  const repeats = process.env.REPEATS ?? '1'
  project.copy('test/projects/templates/tested-shop')
  project.install('@playwright/test', '@electric-sql/pglite')
  project.env.LAUNCH_OPTIONS = JSON.stringify({ executablePath: findChromium(), args: chromiumFlags })
  project.env.PLAYWRIGHT_JSON_OUTPUT_NAME = 'report.json'
  const { output } = project.run('npx', '--no-install', 'playwright', 'test', `--repeat-each=${repeats}`)
  expect(project.has('report.json'), output).toBe(true)
  const { stats, errors } = JSON.parse(project.read('report.json'))
  expect(errors).toEqual([])
  expect(stats, output).toMatchObject({ unexpected: 0, flaky: 0, skipped: 0, expected: 9 * Number(repeats) })
})
