// `npm run test:broken-rules`: breaks each rule of the list in turn, and runs the file of tests that must find it. The last line
// says how many were found. A rule that nobody finds is a promise that no test keeps.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { VitestReport } from '../../scripts/failed-tests.ts'
import { brokenRules } from './rules.ts'

/** One for each core of a small machine. */
const atOnce = 2
const reports = '.cache/broken-rules'
const began = performance.now()

/** Runs the tests of a rule, until one fails. @returns whether one fails */
async function isFound(place: number): Promise<boolean> {
  const report = resolve(reports, `${place}.json`)
  const found = `test/${brokenRules[place]?.found}`
  const project = found.startsWith('test/component/') ? 'component' : 'unit'
  const args = ['run', '-c', 'test/broken-rules/vitest.config.ts', '--project', project, '--bail=1', found]
  const child = spawn('vitest', [...args, '--reporter=json', `--outputFile=${report}`], {
    env: { ...process.env, BROKEN_RULE: String(place) },
    shell: process.platform === 'win32',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  await once(child, 'close')
  if (!existsSync(report)) throw new Error(`No test ran:\n${output}`)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  // A file that cannot even be loaded says nothing about the rule.
  if (results.length === 0) throw new Error(`No test ran: ${testResults.map(({ message }) => message)}`)
  return results.some(({ status }) => status === 'failed')
}

rmSync(reports, { recursive: true, force: true })
mkdirSync(reports, { recursive: true })
const waiting = [...brokenRules.keys()]
let found = 0
async function work(): Promise<void> {
  for (let place = waiting.shift(); place !== undefined; place = waiting.shift()) {
    const rule = brokenRules[place]
    const start = performance.now()
    const ok = await isFound(place)
    if (ok) found++
    const seen = ok ? 'found' : `NOT FOUND by test/${rule?.found}`
    const seconds = ((performance.now() - start) / 1_000).toFixed(1)
    console.log(`${rule?.area.padEnd(9)} ${rule?.title}: ${seen}, ${seconds} s`)
  }
}
await Promise.all(Array.from({ length: atOnce }, work))
const seconds = Math.round((performance.now() - began) / 1_000)
console.log(`\n${found} of ${brokenRules.length} broken rules were found, in ${seconds} s`)
process.exitCode = found === brokenRules.length ? 0 : 1
