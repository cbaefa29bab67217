import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { OpenedDb, Queries } from './db.ts'
import { DirectoryUnusable, lockDirectory } from './directory-lock.ts'
import { createFirstFailure, NotCommitted } from './failed-transactions.ts'
import { createNotifier, type Notification } from './notifier.ts'
import { ownQueries } from './own-queries.ts'
import { isUsable, probeStatement } from './probe.ts'

/**
 * Opens the embedded database, for trying out and for tests. It survives `kill -9` but not a power cut, and it takes
 * one process only.
 * @param dataDir a directory, or `memory://`
 * @param image a dump to start from (`dumpDataDir`), because creating a new database takes seconds
 * @throws {DirectoryInUse} when another process holds the directory
 * @throws {DirectoryUnusable} when it cannot be written to or locked
 */
export async function openPglite(dataDir: string, image?: Blob): Promise<OpenedDb<Queries>> {
  const inMemory = dataDir.startsWith('memory://')
  const release = inMemory ? () => undefined : lockDirectory(dataDir)
  let pglite: PGlite
  try {
    const where = inMemory ? dataDir : join(dataDir, 'pglite')
    pglite = await PGlite.create({ dataDir: where, ...(image && { loadDataDir: image }) })
  } catch (error) {
    release()
    throw isFileFault(error) ? new DirectoryUnusable(dataDir, error) : error
  }
  let closed = false
  // There is no other process to notify.
  const notifier = createNotifier(null, () => undefined)
  return {
    query: queryOn(pglite),
    async transaction(work) {
      const notifications: Notification[] = []
      const failure = createFirstFailure()
      const result = await pglite.transaction(async (tx) => {
        const send = queryOn(tx)
        const query: Queries['query'] = (sql, params) => failure.watch(() => send(sql, params))
        const result = await work({
          query,
          async run(sql) {
            await failure.watch(() => tx.exec(sql))
          },
          notify: (...notification) => void notifications.push(notification),
          own: ownQueries(query),
        })
        // PGlite would answer the commit with a rollback, and say nothing.
        if (failure.error !== undefined) throw new NotCommitted(failure.error)
        return result
      })
      notifier.emit(notifications)
      return result
    },
    async listen(channel, listener) {
      const stop = notifier.add(channel, listener)
      return async () => stop()
    },
    async isThere() {
      return isUsable(await queryOn(pglite)(probeStatement))
    },
    async close() {
      if (closed) return
      closed = true
      await pglite.close()
      release()
    },
  }
}

/**
 * Whether an error is about the directory (Node's codes) or about a file in it (PGlite's `ErrnoError`, without a code).
 */
function isFileFault(error: unknown): boolean {
  const { code, name } = error as NodeJS.ErrnoException
  return (
    name === 'ErrnoError' || /^(EACCES|EEXIST|EISDIR|ENOENT|ENOSPC|ENOTDIR|EPERM|EROFS)$/.test(String(code))
  )
}

function queryOn(target: Pick<PGlite, 'query'>): Queries['query'] {
  return async <T extends object>(sql: string, params: readonly unknown[] = []) =>
    (await target.query<T>(sql, [...params])).rows
}
