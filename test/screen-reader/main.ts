// `npm run test:heard`: compares whole payments with a screen reader's transcripts. The last line is `N passed, N failed`.
//
//   HEARD_WRITE=1 npm run test:heard   writes the transcripts again, for a person to review
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { VitestReport } from '../../scripts/failed-tests.ts'
import { whyNoScreenReader } from './support/tools.ts'

const missing = whyNoScreenReader()
if (missing) {
  console.error(missing)
  process.exit(1)
}

const folder = mkdtempSync(join(tmpdir(), 'payin-heard-report-'))
const report = join(folder, 'vitest.json')
const args = ['--config', 'test/screen-reader/vitest.config.ts', '--reporter=default', '--reporter=json']
const { status } = spawnSync('npx', ['vitest', 'run', ...args, `--outputFile.json=${report}`], {
  stdio: 'inherit',
})
const results: VitestReport = JSON.parse(readFileSync(report, 'utf8'))
rmSync(folder, { recursive: true })

const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults)
const passed = tests.filter((test) => test.status === 'passed').length
console.log(`\n${passed} passed, ${tests.length - passed} failed`)
process.exitCode = status === 0 && passed > 0 && passed === tests.length ? 0 : 1
