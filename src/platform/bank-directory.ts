import type { Bank } from '../protocol/lists.ts'
import type { BankDirectory, MerchantLists } from './ports.ts'

/** A service with more banks than this has no list that a shopper could want. */
const maxPages = 200

/**
 * Reads the banks page by page. What was read stays; a page that fails ends it for now, and the next `load` goes on
 * there: a shopper who comes back to the field needs no reload.
 */
export function createBankDirectory(api: Pick<MerchantLists, 'banks'>): BankDirectory {
  const watchers = new Set<() => void>()
  const banks: Bank[] = []
  const ids = new Set<string>()
  let page = 1
  let isReading = false

  async function read(): Promise<void> {
    isReading = true
    try {
      while (page > 0) {
        const { banks: more, hasMore } = await api.banks(page)
        // A list that moves on between two pages names a bank twice. A server that knows no pages names all of them again.
        const known = banks.length
        banks.push(...more.filter(({ id }) => !ids.has(id)))
        for (const { id } of more) ids.add(id)
        page = hasMore && banks.length > known && page < maxPages ? page + 1 : 0
        for (const run of watchers) run()
      }
    } catch {
      // No list, or not all of it: the hosted page has its own.
    }
    isReading = false
    for (const run of watchers) run()
    watchers.clear()
  }

  return {
    banks,
    get isComplete() {
      return !isReading
    },
    load(onChange) {
      if (page === 0) return
      watchers.add(onChange)
      if (!isReading) void read()
    },
  }
}
