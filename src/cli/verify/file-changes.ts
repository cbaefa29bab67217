// Watches the files of a server for `--watch`.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { watch } from 'chokidar'
import { CommandError } from '../command.ts'

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
