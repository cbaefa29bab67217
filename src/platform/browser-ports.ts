import { createBankDirectory } from './bank-directory.ts'
import { createLocales } from './browser-locales.ts'
import { createMachinePorts, machinePorts } from './machine-ports.ts'
import { createMerchantApi } from './merchant-api.ts'
import type { MachinePorts, Ports } from './ports.ts'
import { canPay } from './wallets.ts'

/** Asked for once an endpoint, however many elements the page has. */
function once<Value>(make: (endpoint: string) => Value): (endpoint: string) => Value {
  const made = new Map<string, Value>()
  return (endpoint) => {
    const value = made.get(endpoint) ?? make(endpoint)
    made.set(endpoint, value)
    return value
  }
}

let shared: Ports | undefined

/** The real world, one for the page: wake-ups and the return channel are shared by all that run on it. */
export function browserPorts(): Ports {
  shared ??= withFace(machinePorts())
  return shared
}

/** A real world of its own, for tests. */
export const createBrowserPorts = (): Ports => withFace(createMachinePorts())

function withFace(ports: MachinePorts): Ports {
  return {
    ...ports,
    banks: once((endpoint) => createBankDirectory(createMerchantApi(endpoint))),
    instruments: once((endpoint) =>
      createMerchantApi(endpoint)
        .instruments()
        .catch(() => []),
    ),
    locales: createLocales(ports.report),
    canPay: (method) => canPay(method),
  }
}
