import type { OnFault, OpenedDb, Store } from './db.ts'

/**
 * A store that is opened when it is first used: making one is no work, and nothing is asked of a database that nobody needs.
 * @param open is told where broken connections go
 */
export function createLazyStore<Own>(open: (onFault: OnFault) => Promise<OpenedDb<Own>>): Store<Own> {
  const told = new Set<OnFault>()
  let opening: Promise<OpenedDb<Own>> | undefined
  const opened = () => {
    opening ??= open((error) => told.forEach((tell) => void tell(error)))
    return opening
  }
  return {
    query: async (sql, params) => (await opened()).query(sql, params),
    transaction: async (work) => (await opened()).transaction(work),
    runAlone: async (sql) => (await opened()).runAlone(sql),
    listen: async (channel, heard) => (await opened()).listen(channel, heard),
    isThere: async () => (await opened()).isThere(),
    close: async () => (await opening?.catch(() => undefined))?.close(),
    onFault(heard) {
      told.add(heard)
      return () => void told.delete(heard)
    },
  }
}
