// `--watch`: after each change the server is started again, and held to all of it once more.
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import type { Changes } from './file-changes.ts'
import type { Result, Verdict } from './run-promises.ts'

/**
 * Until Ctrl-C. A server that does not start, in the middle of an edit, is told and waited for.
 * @param run puts each result into a list as soon as it is known
 * @returns the exit code
 */
export async function runOnChanges(
  changes: Changes,
  run: (results: Result[]) => Promise<void>,
  { writeError, ended, write, colours }: Terminal,
): Promise<number> {
  let before: readonly Result[] = []
  while (!ended.aborted) {
    const results: Result[] = []
    try {
      await run(results)
      for (const line of changedLines(before, results)) write(line)
      before = results
    } catch (error) {
      if (ended.aborted) break
      if (!(error instanceof CommandError)) throw error
      writeError(error.message)
    }
    writeError(colours.dim('Waiting for a change. Ctrl-C ends it.'))
    await changes.next().catch((error: unknown) => {
      if (!ended.aborted) throw error
    })
  }
  return exitCodes.interrupted
}

/** What has become of a promise since the run before. */
export function changedLines(before: readonly Result[], now: readonly Result[]): string[] {
  const verdicts = new Map(before.map(({ promise, verdict }) => [promise.id, verdict]))
  return now.flatMap(({ promise, verdict }) => {
    const earlier: Verdict | undefined = verdicts.get(promise.id)
    return earlier === undefined || earlier === verdict ? [] : [`  ${promise.id}: ${earlier} → ${verdict}`]
  })
}
