// `--watch`: restarts the server after each change and checks its promises again.
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import type { Changes } from './file-changes.ts'
import { OtherService } from './prove-sandbox.ts'
import type { Result, Verdict } from './run-promises.ts'

/**
 * Runs until Ctrl-C. If the server does not start, for example during an edit, prints why and waits for the next change.
 * @param run adds each result to the list as soon as it is known
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
      // Another run would make another payment there.
      if (!(error instanceof CommandError) || error instanceof OtherService) throw error
      for (const line of error.lines) writeError(line)
    }
    writeError(colours.dim('Waiting for a change. Ctrl-C ends it.'))
    await changes.next().catch((error: unknown) => {
      if (!ended.aborted) throw error
    })
  }
  return exitCodes.interrupted
}

/** One line for each promise whose verdict differs from the run before. */
function changedLines(before: readonly Result[], now: readonly Result[]): string[] {
  const verdicts = new Map(before.map(({ promise, verdict }) => [promise.id, verdict]))
  return now.flatMap(({ promise, verdict }) => {
    const earlier: Verdict | undefined = verdicts.get(promise.id)
    return earlier === undefined || earlier === verdict ? [] : [`  ${promise.id}: ${earlier} → ${verdict}`]
  })
}
