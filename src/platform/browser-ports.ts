import { createBankDirectory } from './bank-directory.ts'
import { createLocales } from './browser-locales.ts'
import { checkoutPorts, createCheckoutPorts } from './checkout-ports.ts'
import { createMerchantLists } from './merchant-lists.ts'
import type { CheckoutPorts, Ports } from './ports.ts'
import { canPay } from './wallets.ts'

/** Elements that appear together ask once. */
const sameMomentMs = 1_000

/** Made once an endpoint, however many elements the page has, and anew when it is older than `keptMs`. */
function once<Value>(make: (endpoint: string) => Value, keptMs = Infinity): (endpoint: string) => Value {
  const made = new Map<string, { readonly at: number; readonly value: Value }>()
  return (endpoint) => {
    const at = performance.now()
    const known = made.get(endpoint)
    if (known && at - known.at < keptMs) return known.value
    const value = make(endpoint)
    made.set(endpoint, { at, value })
    return value
  }
}

let shared: Ports | undefined

/** The real world, one for the page: wake-ups and the return channel are shared by all that run on it. */
export function browserPorts(): Ports {
  shared ??= withElementPorts(checkoutPorts())
  return shared
}

/** A real world of its own, for tests. */
export const createBrowserPorts = (): Ports => withElementPorts(createCheckoutPorts())

function withElementPorts(ports: CheckoutPorts): Ports {
  return {
    ...ports,
    banks: once((endpoint) => createBankDirectory(createMerchantLists(endpoint))),
    // Kept no longer: the next element may appear for another shopper, and what failed may work by then.
    instruments: once(
      (endpoint) =>
        createMerchantLists(endpoint)
          .instruments()
          .catch(() => []),
      sameMomentMs,
    ),
    locales: createLocales(ports.report),
    canPay: (method) => canPay(method),
  }
}
