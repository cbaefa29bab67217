import type { Bank } from '../protocol/lists.ts'
import type { BankDirectory, MerchantLists } from './ports.ts'

/** A limit against endless lists. A longer list of banks is of no use to a shopper. */
const maxPages = 200

/**
 * Reads the banks page by page, and keeps them. A page that fails stops the reading. The next `load` continues with that
 * page, so that a shopper who comes back to the field need not reload the page.
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
        // A bank comes twice if the list changed between two pages. A server without paging returns all of them again.
        const known = banks.length
        banks.push(...more.filter(({ id }) => !ids.has(id)))
        for (const { id } of more) ids.add(id)
        page = hasMore && banks.length > known && page < maxPages ? page + 1 : 0
        for (const run of watchers) run()
      }
    } catch {
      // The list is missing or incomplete. The shopper can still choose on the hosted page.
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
