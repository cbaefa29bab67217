// `verify` from its start to its report: starts the server, checks the promises, prints the results.
import { writeFile } from 'node:fs/promises'
import { reasonOf } from '../ask.ts'
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { type ParsedOptions, readOptions, type VerifyOptions } from './options.ts'
import { createPromiseRun, type Result } from './promise-run.ts'
import { type Chapter, chapters } from './promises/index.ts'
import { reachSandbox } from './reach-sandbox.ts'
import { asData, junitOf, linesOf, summaryOf } from './report.ts'
import { runOnChanges, watchFiles } from './run-on-changes.ts'
import type { Service } from './service.ts'

/** @returns the exit code. @throws {CommandError} if the promises cannot be checked */
export async function verify(endpoint: string, options: VerifyOptions, terminal: Terminal): Promise<number> {
  const parsed = readOptions(endpoint, options, terminal)
  // Before the run, which takes minutes. An early end leaves no results of an earlier run.
  if (options.junit) await writeJunit(options.junit, [])
  const changes = options.watch ? await watchFiles(options.watch, terminal.ended) : null
  try {
    const sandbox = await reachSandbox(parsed.endpoint, options, terminal)
    try {
      const run = (results: Result[]) => runOnce(parsed, options, terminal, sandbox.service, results)
      return changes
        ? await runOnChanges(changes, run, terminal)
        : exitCodeOf(await runWhole(parsed, run, terminal))
    } finally {
      await sandbox.closeSandbox()
    }
  } finally {
    await changes?.close()
  }
}

type RunOnce = (results: Result[]) => Promise<void>

/** @returns the results, or `null` after Ctrl-C */
async function runWhole(
  { promises }: ParsedOptions,
  run: RunOnce,
  terminal: Terminal,
): Promise<readonly Result[] | null> {
  const results: Result[] = []
  try {
    await run(results)
    return results
  } catch (error) {
    if (!terminal.ended.aborted) throw error
    terminal.writeError(`Stopped early: ${results.length} of ${promises.length} promises were checked.`)
    return null
  }
}

function exitCodeOf(results: readonly Result[] | null): number {
  if (results === null) return exitCodes.interrupted
  return results.some(({ verdict }) => verdict === 'broken') ? exitCodes.found : exitCodes.fine
}

/** Starts the server, checks its promises, and stops it. @param results gets each result as soon as it is known */
async function runOnce(
  parsed: ParsedOptions,
  options: VerifyOptions,
  terminal: Terminal,
  service: Service,
  results: Result[],
): Promise<void> {
  const run = createPromiseRun({
    ...parsed,
    service,
    env: terminal.env,
    ended: terminal.ended,
    onServer({ endpoint }) {
      if (!options.json) terminal.write(`Checking ${endpoint}, with the sandbox at ${service.origin}.`)
    },
  })
  const onResult = options.json ? () => undefined : createResultPrinter(parsed.chapters, terminal)
  try {
    for (const promise of parsed.promises) {
      const result = await run.check(promise)
      results.push(result)
      onResult(result)
    }
  } finally {
    await run.close()
  }
  await report(results, options, terminal)
}

/** Prints each result below the title of its chapter. */
function createResultPrinter(all: readonly Chapter[], terminal: Terminal): (result: Result) => void {
  let title: string | undefined
  return (result) => {
    const chapter = all.find(({ promises }) => promises.includes(result.promise))
    if (chapter?.title !== title)
      for (const line of ['', terminal.colours.bold(chapter?.title ?? '')]) terminal.write(line)
    title = chapter?.title
    for (const line of linesOf(result, terminal.colours)) terminal.write(line)
  }
}

/** @throws {CommandError} */
async function writeJunit(file: string, results: readonly Result[]): Promise<void> {
  await writeFile(file, junitOf(chapters, results)).catch((error: unknown) => {
    throw new CommandError(`--junit: ${reasonOf(error)}. Give a file that can be written.`)
  })
}

async function report(
  results: readonly Result[],
  { json, junit }: VerifyOptions,
  terminal: Terminal,
): Promise<void> {
  // The file first: if it cannot be written, the error is the one JSON object of the output.
  if (junit) await writeJunit(junit, results)
  if (json) terminal.writeJson({ promises: results.map(asData) }, 2)
  else for (const line of ['', summaryOf(results, terminal.colours)]) terminal.write(line)
}
