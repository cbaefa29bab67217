// The list requests for the choice of a way to pay (docs/protocol.md#the-merchant-protocol). Not in merchant-api.ts, because `createCheckout` alone
// does not need them.
import { parseAccounts, parseBankPage } from '../protocol/lists.ts'
import { accept, baseOf, sendTo } from './endpoint.ts'
import type { MerchantLists } from './ports.ts'

/**
 * The lists of an endpoint. Each call throws a `FaultError` if the endpoint has no such list.
 * @param endpoint base URL, relative to the page or absolute
 */
export function createMerchantLists(endpoint: string): MerchantLists {
  const base = baseOf(endpoint)

  async function list(path: string, cache: RequestCache = 'default'): Promise<unknown> {
    return (await sendTo(base, path, { headers: { Accept: accept }, cache })).json()
  }

  /** Empty unless on the endpoint's origin: the widget loads from the merchant's hosts only, so a strict CSP works. */
  function ownAddress(address: unknown): string {
    try {
      const url = new URL(`${address || '//'}`, `${base}/`)
      return url.origin === new URL(base).origin ? url.href : ''
    } catch {
      return ''
    }
  }

  return {
    async banks(page) {
      const { banks, hasMore } = parseBankPage(await list(`/banks?page=${page}&page_size=100`))
      return { banks: banks.map((bank) => ({ ...bank, logo_url: ownAddress(bank.logo_url) })), hasMore }
    },
    // Not cached, because the answer depends on the signed-in shopper.
    instruments: async () => parseAccounts(await list('/instruments', 'no-store')),
  }
}
