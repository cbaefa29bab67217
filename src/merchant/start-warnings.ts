// What works, and is probably not what somebody wanted: said at every start, in sentences that name the variable.
import { isLoopback } from '../server/index.ts'
import type { Config } from './config.ts'

type Parts = Pick<Config, 'publicUrl' | 'clientAddressHeader' | 'payments' | 'orderTokenSecrets'>

const noClientAddress =
  'CLIENT_ADDRESS_HEADER is not set. If a proxy stands before this server, all shoppers count as one address and share its limits, and banks are not told a shopper’s address. Set it to the header in which your proxy writes that address. If shoppers connect directly, leave it.'

const noWebhooks =
  'PUBLIC_URL names this machine, and PAYMENTS_BASE_URL another one: webhooks of the service cannot reach this server, and shoppers on other machines cannot come back. Set PUBLIC_URL to an address that both reach.'

const noOwners =
  'ORDER_TOKEN_SECRET is not set, and nobody signs in: whoever guesses an order’s id can open its payment. With a live_ key this server would not start. Set it, and give each page the token of its order.'

/** The sentences that fit a configuration. @param hasAccounts whether the shop tells by itself whose an order is */
export function startWarnings(config: Parts, hasAccounts: boolean): readonly string[] {
  const { publicUrl, clientAddressHeader, payments, orderTokenSecrets } = config
  const isHere = (address: string) => isLoopback(new URL(address).hostname)
  const warnings: string[] = []
  if (clientAddressHeader === null && !isHere(publicUrl)) warnings.push(noClientAddress)
  if (isHere(publicUrl) && !isHere(payments.baseUrl)) warnings.push(noWebhooks)
  if (orderTokenSecrets.length === 0 && !hasAccounts && !isHere(payments.baseUrl)) warnings.push(noOwners)
  return warnings
}
