import type { Bank, Clock, List, ServiceClient } from 'payin-checkout/server'
import { createFlights } from '../single-flight.ts'

const freshMs = 5 * 60_000
/** As many as the widget reads at most: all banks of any country there is, and an end where a service has none. */
const maxPages = 200

/**
 * The service's banks with a short memory: they change once a month, and every call is taken from the one budget that
 * payments need. Only answers are kept, never failures.
 */
export function createBanks(service: ServiceClient, clock: Clock) {
  const kept = new Map<string, { until: number; list: List<Bank> }>()
  const flights = createFlights<List<Bank>>()

  async function list(page: number, pageSize: number): Promise<List<Bank>> {
    const key = `${page}/${pageSize}`
    const known = kept.get(key)
    if (known && known.until > clock.now()) return known.list
    return flights.join(key, async () => {
      const list = await service.banks.list({ page, page_size: pageSize })
      if (kept.size >= maxPages) kept.clear()
      kept.set(key, { until: clock.now() + freshMs, list })
      return list
    })
  }

  return {
    /** One page. @throws {ServiceError} */
    list,
    /**
     * A bank that the service lists, `null` when there is none. Reads the pages as the widget asks for them, so that
     * they are at hand already; an invented id, too, costs one walk through the list in five minutes.
     * @throws {ServiceError}
     */
    async find(id: string): Promise<Bank | null> {
      for (let page = 1; page <= maxPages; page++) {
        const { content, has_more } = await list(page, 100)
        const bank = content.find((bank) => bank.id === id)
        if (bank || !has_more) return bank ?? null
      }
      return null
    },
  }
}
