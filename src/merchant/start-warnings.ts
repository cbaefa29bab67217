// Warnings about settings that work but are probably a mistake. They are logged at every start, and name the setting.
import { isLoopback } from '../server/index.ts'
import type { Settings } from './settings/settings.ts'

type Parts = Pick<Settings, 'publicUrl' | 'clientAddressHeader' | 'service' | 'orderTokenSecrets' | 'names'>

/** The warnings for a configuration. @param hasAccounts whether the shop's functions know who owns an order */
export function startWarnings(settings: Parts, hasAccounts: boolean): readonly string[] {
  const { publicUrl, clientAddressHeader, service, orderTokenSecrets } = settings
  const { nameOf } = settings.names
  const isHere = (address: string) => isLoopback(new URL(address).hostname)
  const warnings: string[] = []
  if (clientAddressHeader === null && !isHere(publicUrl)) {
    const name = nameOf('clientAddressHeader')
    warnings.push(
      `${name} is not set. If a proxy stands before this server, all shoppers count as one address and share its limits, and banks are not told a shopper’s address. Set it to the header in which your proxy writes that address. If shoppers connect directly, leave it.`,
    )
  }
  if (isHere(publicUrl) && !isHere(service.baseUrl)) {
    const name = nameOf('publicUrl')
    warnings.push(
      `${name} names this machine, and ${nameOf('service.baseUrl')} another one: webhooks of the service cannot reach this server, and shoppers on other machines cannot come back. Set ${name} to an address that both reach.`,
    )
  }
  if (orderTokenSecrets.length === 0 && !hasAccounts && !isHere(service.baseUrl))
    warnings.push(
      `${nameOf('orderTokenSecrets')} is not set, and shoppers do not sign in: anybody who guesses an order’s id can open its payment. With a live_ key this server would not start. Set it, and give each page the token of its order.`,
    )
  return warnings
}
