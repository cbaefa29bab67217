import { createBankDirectory } from './bank-directory.ts'
import { createLocales } from './browser-locales.ts'
import { checkoutPorts, createCheckoutPorts } from './checkout-ports.ts'
import { createMerchantLists } from './merchant-lists.ts'
import type { CheckoutPorts, Ports } from './ports.ts'
import { canPay } from './wallets.ts'

/** Elements that appear within this time share one request for the saved accounts. */
const sameMomentMs = 1_000

/** Caches one value per endpoint for all elements of the page, and makes a new one when it is older than `keptMs`. */
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

/** The browser's ports, one set for the page: all elements share its listeners and the return channel. */
export function browserPorts(): Ports {
  shared ??= withElementPorts(checkoutPorts())
  return shared
}

/** A separate set of the browser's ports, for tests. */
export const createBrowserPorts = (): Ports => withElementPorts(createCheckoutPorts())

function withElementPorts(ports: CheckoutPorts): Ports {
  return {
    ...ports,
    banks: once((endpoint) => createBankDirectory(createMerchantLists(endpoint))),
    // Not cached for longer: the next element may be for another shopper, and a failed request may succeed then.
    instruments: once(
      (endpoint) =>
        createMerchantLists(endpoint)
          .instruments()
          .catch(() => []),
      sameMomentMs,
    ),
    locales: createLocales(ports.report),
    // Two frames, because the callback of a frame comes before that frame is drawn.
    afterFrame(run) {
      requestAnimationFrame(() => requestAnimationFrame(run))
    },
    canPay: (method) => canPay(method),
  }
}
