// What somebody changes in the files of a server, for a run that is repeated after it.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'
import { CommandError } from '../command.ts'

/** An editor that saves several files, or a branch that is checked out, is one change. */
const quietMs = 300

export interface Changes {
  /** Resolves when something has changed since the last time, and is quiet. Rejects when the signal is aborted. */
  next(): Promise<void>
  close(): Promise<void>
}

/**
 * Watches files and folders, without what is hidden or in `node_modules`.
 * @throws {CommandError} where one is not there
 */
export async function watchFiles(paths: readonly string[], ended: AbortSignal): Promise<Changes> {
  for (const path of paths)
    if (!existsSync(path)) throw new CommandError(`--watch: there is no file or folder ${path}.`)
  const watcher = watch([...paths], { ignoreInitial: true, ignored: isIgnored })
  let count = 0
  let seen = 0
  let wake = () => {}
  watcher.on('all', () => {
    count++
    wake()
  })
  await new Promise<void>((resolve) => watcher.once('ready', resolve))

  const untilChanged = () =>
    new Promise<void>((resolve, reject) => {
      const end = () => reject(ended.reason)
      wake = () => {
        ended.removeEventListener('abort', end)
        resolve()
      }
      ended.addEventListener('abort', end, { once: true })
      if (ended.aborted) end()
      else if (count > seen) wake()
    })

  return {
    async next() {
      await untilChanged()
      while (seen !== count) {
        seen = count
        await sleep(quietMs, undefined, { signal: ended })
      }
    },
    close: () => watcher.close(),
  }
}

const isIgnored = (path: string) => /(^|[/\\])(node_modules|\.[^./\\][^/\\]*)$/.test(path)
