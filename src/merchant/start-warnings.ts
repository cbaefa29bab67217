// Warnings about settings that work but are probably a mistake. They are logged at every start, and name the setting.
import { isLoopback } from '../server/index.ts'
import type { Settings } from './settings/settings.ts'

type Parts = Pick<Settings, 'publicUrl' | 'clientAddressHeader' | 'service' | 'metricsToken' | 'names'>

/** The warnings for a configuration. @param hasMetrics whether there is something to serve at `/metrics` */
export function startWarnings(settings: Parts, hasMetrics: boolean): readonly string[] {
  const { publicUrl, clientAddressHeader, service } = settings
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
  if (settings.metricsToken !== null && !hasMetrics)
    warnings.push(
      `${nameOf('metricsToken')} is set, and there is nothing to serve at /metrics. Give createMerchant the option metrics: await prometheusMetrics().`,
    )
  return warnings
}
