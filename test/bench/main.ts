// `npm run bench`: all benchmarks, one table; first builds what has changed. Only ratios with a budget can fail.
//
//   npm run bench -- --markdown             the table for a document, with machine and date
//   npm run bench -- --write                the same, written into docs/internals/benchmarks.md when nothing has failed
//   npm run bench -- --only=session-reads   one benchmark
import { parseArgs } from 'node:util'
import type { Benchmark, Row, Scale } from './benchmark.ts'
import { callsPerPayment } from './calls-per-payment.ts'
import { endProcesses } from './child-processes.ts'
import { createsUnderFailure } from './creates-under-failure.ts'
import { writeTable } from './document.ts'
import { evaluateAndMount } from './evaluate-and-mount.ts'
import { heldReads } from './held-reads.ts'
import { installSize } from './install-size.ts'
import { loadedPage } from './loaded-page.ts'
import { measuredOn } from './machine.ts'
import { payments } from './payments.ts'
import { scriptBytes } from './script-bytes.ts'
import { serviceLimits } from './service-limits.ts'
import { sessionReads } from './session-reads.ts'
import { statusLatency } from './status-latency.ts'
import { toMarkdown, toText } from './table.ts'
import { webhookStorm } from './webhook-storm.ts'

const benchmarks: Readonly<Record<string, Benchmark>> = {
  'script-bytes': scriptBytes,
  'install-size': installSize,
  'loaded-page': loadedPage,
  'evaluate-and-mount': evaluateAndMount,
  'status-latency': statusLatency,
  'calls-per-payment': callsPerPayment,
  'held-reads': heldReads,
  'session-reads': sessionReads,
  'creates-under-failure': createsUnderFailure,
  'webhook-storm': webhookStorm,
  payments,
  'service-limits': serviceLimits,
}

/** If it takes longer, the machine is too slow for useful results. */
const longestMs = 600_000

const { values: options } = parseArgs({
  options: {
    markdown: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    only: { type: 'string' },
    held: { type: 'string', default: '10000' },
    sessions: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    turns: { type: 'string', default: '40' },
    payments: { type: 'string', default: '8' },
    webhooks: { type: 'string', default: '2000' },
    'round-ms': { type: 'string', default: '1000' },
  },
})
const scale: Scale = {
  held: Number(options.held),
  sessions: Number(options.sessions),
  rounds: Number(options.rounds),
  roundMs: Number(options['round-ms']),
  turns: Number(options.turns),
  payments: Number(options.payments),
  webhooks: Number(options.webhooks),
}

/** After this, all failures come from ended processes. */
let leaving = false

/** Ends the bench and everything that it started. */
async function leave(exitCode: number, why?: string): Promise<never> {
  leaving = true
  if (why) console.error(why)
  await endProcesses()
  process.exit(exitCode)
}

function print(rows: readonly Row[]): void {
  console.log(options.markdown || options.write ? toMarkdown(rows, measuredOn(new Date())) : toText(rows))
}

process.once('SIGINT', () => leave(130))
process.once('SIGTERM', () => leave(143))

if (options.write && options.only)
  await leave(1, 'A part of the table cannot take the place of the whole: leave out --only.')

const rows: Row[] = []
let failed = 0
setTimeout(() => {
  print(rows)
  leave(1, `Given up after ${longestMs / 1000} s: this machine has too much else to do.`)
}, longestMs).unref()

for (const [name, benchmark] of Object.entries(benchmarks)) {
  if (options.only !== undefined && options.only !== name) continue
  try {
    // On stderr, because stdout is for the table.
    rows.push(...(await benchmark(scale, (what) => console.error(`${name}: ${what}`))))
  } catch (error) {
    if (leaving) break
    // Continue with the other benchmarks.
    failed++
    console.error(`${name} has failed: ${error instanceof Error ? error.message : String(error)}`)
    await endProcesses()
  }
}
if (!leaving) {
  print(rows)
  if (options.write && failed === 0) writeTable(toMarkdown(rows, measuredOn(new Date())))
  await leave(failed === 0 ? 0 : 1)
}
