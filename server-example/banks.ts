import type { Bank, Clock, List, ServiceClient } from 'payin-checkout/server'
import { createFlights } from './single-flight.ts'

const freshMs = 5 * 60_000
const maxPages = 100

/**
 * The service's bank list with a short memory: banks change once a month, and every call is taken from the one budget
 * that payments need. Only answers are kept, never failures.
 */
export function createBankList(service: ServiceClient, clock: Clock) {
  const kept = new Map<string, { until: number; list: List<Bank> }>()
  const flights = createFlights<List<Bank>>()
  /** @throws {ServiceError} */
  return async function listBanks(page: number, pageSize: number): Promise<List<Bank>> {
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
}
