// `--watch`: restarts the server after each change and checks its promises again.
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import type { Result, Verdict } from './promise-run.ts'
import { OtherService } from './prove-sandbox.ts'

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

function changedLines(before: readonly Result[], now: readonly Result[]): string[] {
  const verdicts = new Map(before.map(({ promise, verdict }) => [promise.id, verdict]))
  return now.flatMap(({ promise, verdict }) => {
    const earlier: Verdict | undefined = verdicts.get(promise.id)
    return earlier === undefined || earlier === verdict ? [] : [`  ${promise.id}: ${earlier} → ${verdict}`]
  })
}

/** Changes within this time count as one, such as several files that an editor saves. */
const quietMs = 300

export interface Changes {
  /** Resolves after a change since the last call, once no further change comes. Rejects when the signal is aborted. */
  next(): Promise<void>
  close(): Promise<void>
}

/**
 * Watches files and folders, except hidden ones and `node_modules`.
 * @throws {CommandError} if one does not exist
 */
export async function watchFiles(paths: readonly string[], ended: AbortSignal): Promise<Changes> {
  for (const path of paths)
    if (!existsSync(path)) throw new CommandError(`--watch: there is no file or folder ${path}.`)
  const watcher = watch([...paths], { ignoreInitial: true, ignored: isIgnored })
  let count = 0
  let seen = 0
  watcher.on('all', () => count++)
  await once(watcher, 'ready')
  return {
    async next() {
      if (count === seen) await once(watcher, 'all', { signal: ended })
      while (seen !== count) {
        seen = count
        await sleep(quietMs, undefined, { signal: ended })
      }
    },
    close: () => watcher.close(),
  }
}

const isIgnored = (path: string) => /(^|[/\\])(node_modules|\.[^./\\][^/\\]*)$/.test(path)
