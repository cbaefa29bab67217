// The calls that the choice needs, of an endpoint that has them (PROTOCOL §2). Who takes `createCheckout` alone has none.
import { parseAccounts, parseBankPage } from '../protocol/lists.ts'
import { accept, baseOf, sendTo } from './endpoint.ts'
import type { MerchantLists } from './ports.ts'

/**
 * The lists of an endpoint. Each call throws a `FaultError` where the endpoint has no such list.
 * @param endpoint base URL, relative to the page or absolute
 */
export function createMerchantLists(endpoint: string): MerchantLists {
  const base = baseOf(endpoint)

  async function list(path: string, cache: RequestCache = 'default'): Promise<unknown> {
    return (await sendTo(base, path, { headers: { Accept: accept }, cache })).json()
  }

  /** Empty unless it is the endpoint's own: the widget talks to the merchant's hosts only, and so the policy may say. */
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
    // A cache knows nothing of who has signed in.
    instruments: async () => parseAccounts(await list('/instruments', 'no-store')),
  }
}
