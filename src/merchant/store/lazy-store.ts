import type { OnFault, OpenedDb, Store } from './db.ts'

/**
 * Creates a store that opens its database on first use. So creating one costs nothing, and an unused database is never
 * contacted.
 * @param open opens the database; it gets the function to call when a connection breaks
 */
export function createLazyStore<Own>(open: (onFault: OnFault) => Promise<OpenedDb<Own>>): Store<Own> {
  const faultHandlers = new Set<OnFault>()
  let opening: Promise<OpenedDb<Own>> | undefined
  const opened = () => {
    opening ??= open((error) => faultHandlers.forEach((handler) => void handler(error)))
    return opening
  }
  return {
    query: async (sql, params) => (await opened()).query(sql, params),
    transaction: async (work) => (await opened()).transaction(work),
    listen: async (channel, listener) => (await opened()).listen(channel, listener),
    isThere: async () => (await opened()).isThere(),
    close: async () => (await opening?.catch(() => undefined))?.close(),
    onFault(handler) {
      faultHandlers.add(handler)
      return () => void faultHandlers.delete(handler)
    },
  }
}
