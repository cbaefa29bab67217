import type { Bank, Clock, List, ServiceClient } from '../../server/index.ts'
import { createRateLimit } from '../rate-limit.ts'
import { createFlights } from '../single-flight.ts'

const freshMs = 5 * 60_000
/** As many as the widget reads at most: all banks of any country there is, and an end where a service has none. */
const maxPages = 200
const pageSizeOfWidget = 100
/**
 * Calls a minute for pages that the widget does not ask for. Of its own there are two hundred in five minutes at most; of
 * others anybody could invent thousands, and the service would refuse payments because of their number.
 */
const otherPages = { byAsker: 60, ofAll: 120 }
/** The widget's pages, and all others that are fresh at a time: none is forgotten before its time. */
const maxKept = maxPages + 5 * otherPages.ofAll

/**
 * The service's banks with a short memory: they change once a month, and every call is taken from the one budget that
 * payments need. Only answers are kept, never failures.
 */
export function createBanks(service: ServiceClient, clock: Clock) {
  const kept = new Map<string, { until: number; list: List<Bank> }>()
  const flights = createFlights<List<Bank>>()
  const sentence = 'Too many different pages of banks were asked for. Wait a moment.'
  const byAsker = createRateLimit(clock, otherPages.byAsker, sentence)
  const ofAll = createRateLimit(clock, otherPages.ofAll, sentence)

  async function list(page: number, pageSize: number, asker: string): Promise<List<Bank>> {
    const key = `${page}/${pageSize}`
    const known = kept.get(key)
    if (known && known.until > clock.now()) return known.list
    const underWay = flights.current(key)
    if (underWay) return underWay
    if (pageSize !== pageSizeOfWidget || page > maxPages) {
      byAsker.take(asker)
      ofAll.take('')
    }
    return flights.join(key, async () => {
      const list = await service.banks.list({ page, page_size: pageSize })
      kept.delete(key)
      for (const oldest of kept.keys()) {
        if (kept.size < maxKept) break
        kept.delete(oldest)
      }
      kept.set(key, { until: clock.now() + freshMs, list })
      return list
    })
  }

  return {
    /**
     * One page.
     * @param asker an address
     * @throws {ServiceError}
     * @throws {TooManyRequests} for too many unusual pages
     */
    list,
    /**
     * A bank that the service lists, `null` when there is none. Reads the pages as the widget asks for them, so that
     * they are at hand already; an invented id, too, costs one walk through the list in five minutes.
     * @throws {ServiceError}
     */
    async find(id: string): Promise<Bank | null> {
      for (let page = 1; page <= maxPages; page++) {
        const { content, has_more } = await list(page, pageSizeOfWidget, '')
        const bank = content.find((bank) => bank.id === id)
        if (bank || !has_more) return bank ?? null
      }
      return null
    },
  }
}
