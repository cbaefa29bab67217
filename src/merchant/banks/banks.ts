// The list of banks, from the service and cached. Logos are fetched in logos.ts, and only from addresses that logo-url.ts
// and logo-fetch.ts have checked: this list comes from outside. Nothing here knows HTTP routes or payments.
import type { Bank, Clock, List, ServiceClient } from '../../server/index.ts'
import { createRateLimit } from '../rate-limit.ts'
import { createFlights } from '../single-flight.ts'

const cachedMs = 5 * 60_000
/** The widget reads at most this many pages: enough for the banks of any country, and an end if the service has none. */
const maxPages = 200
const pageSizeOfWidget = 100
/**
 * Calls per minute for pages that the widget never requests. The widget's own pages need at most two hundred calls in
 * five minutes. Of other pages anybody could request thousands, and then the service would refuse calls for payments,
 * too.
 */
const otherPages = { byClient: 60, ofAll: 120 }
/** Room for the widget's pages and for all other fresh pages, so that no page is dropped before it expires. */
const maxCached = maxPages + 5 * otherPages.ofAll

/**
 * The service's banks, cached for five minutes. They change once a month, and every call counts against the rate limit
 * that payments need, too. Failures are not cached.
 * @param first the ids of the banks that the shop wants to list first; one that the service does not list is left out
 */
export function createBanks(service: ServiceClient, clock: Clock, first: readonly string[]) {
  const cache = new Map<string, { until: number; list: List<Bank> }>()
  const flights = createFlights<List<Bank>>()
  const message = 'Too many different pages of banks were asked for. Wait a moment.'
  const byClient = createRateLimit(clock, otherPages.byClient, message)
  const ofAll = createRateLimit(clock, otherPages.ofAll, message)

  async function list(page: number, pageSize: number, client: string): Promise<List<Bank>> {
    const key = `${page}/${pageSize}`
    const known = cache.get(key)
    if (known && known.until > clock.now()) return known.list
    const underWay = flights.current(key)
    if (underWay) return underWay
    if (pageSize !== pageSizeOfWidget || page > maxPages) {
      byClient.take(client)
      ofAll.take('')
    }
    return flights.join(key, async () => {
      const list = await service.banks.list({ page, page_size: pageSize })
      cache.delete(key)
      for (const oldest of cache.keys()) {
        if (cache.size < maxCached) break
        cache.delete(oldest)
      }
      cache.set(key, { until: clock.now() + cachedMs, list })
      return list
    })
  }

  /**
   * A bank by its id; `null` when the service does not list it. Reads the same pages as the widget, so usually they are
   * cached. Invented ids, too, cause at most one read of the whole list in five minutes.
   * @throws {ServiceError}
   */
  async function find(id: string): Promise<Bank | null> {
    for (let page = 1; page <= maxPages; page++) {
      const { content, has_more } = await list(page, pageSizeOfWidget, '')
      const bank = content.find((bank) => bank.id === id)
      if (bank || !has_more) return bank ?? null
    }
    return null
  }

  return {
    /**
     * One page of banks. The first page begins with those that the shop wants first, and is longer by those that the service
     * lists on another page, where they stand again. Without these, if a page cannot be read: they are only an order.
     * @param client the client's address
     * @throws {ServiceError}
     * @throws {TooManyRequests} for too many pages that the widget never requests
     */
    async list(page: number, pageSize: number, client: string): Promise<List<Bank>> {
      const asked = await list(page, pageSize, client)
      if (page > 1 || first.length === 0) return asked
      const found = await Promise.all(first.map(find)).catch((): null[] => [])
      const banks = [...found.flatMap((bank) => bank ?? []), ...asked.content]
      return { ...asked, content: [...new Map(banks.map((bank) => [bank.id, bank])).values()] }
    },
    find,
  }
}
