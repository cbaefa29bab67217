// The settings of a merchant server, and the names that error messages use for them. No values are checked here: rows.ts
// and mistakes.ts do that.
import type { ShopperKind } from '../../protocol/kind.ts'
import { isLoopback, type Settlement } from '../../server/index.ts'
import { OperatorError } from '../errors/operator-error.ts'

export { type ShopperKind, shopperKinds } from '../../protocol/kind.ts'

/** The payin status from which an order counts as paid. */
export const completingStatuses = ['AUTHORIZED', 'SETTLED', 'COMPLETED'] as const
export type CompleteOn = (typeof completingStatuses)[number]

/** How the payment service is reached. */
export interface ServiceSettings {
  /** Without `/api/v2`, such as `https://payments.example`. */
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  /** The secrets that webhooks are signed with: more than one while a secret is replaced. */
  readonly webhookSecrets?: string | readonly string[] | undefined
}

/** The options of `createMerchant` that are plain values. What is left out is read from its variable, if it has one (rows.ts). */
export interface GivenSettings {
  /** The payment service; outside real money by default the sandbox of this machine. */
  readonly service?: ServiceSettings | undefined
  /**
   * Where shoppers and webhooks reach this server: the shop's origin, and the path under which the server is mounted,
   * such as `https://shop.example/pay`. Return and webhook addresses are built from it, never from a request. Outside real
   * money by default `http://localhost:$PORT`.
   */
  readonly publicUrl?: string | undefined
  /** The path prefix of incoming requests. By default that of `publicUrl`; `''` when a proxy in between removes it. */
  readonly basePath?: string | undefined
  /** Origins on which a hosted page may be; by default the service's own origin. */
  readonly hostedPageOrigins?: readonly string[] | undefined
  /** Other origins whose pages may use the endpoint. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Other origins that are also the shop's own. */
  readonly ownOrigins?: readonly string[] | undefined
  /** The payin status from which an order counts as paid; by default `COMPLETED`. */
  readonly completeOn?: CompleteOn | undefined
  /** The kinds that shoppers may pay with; by default payins. */
  readonly kinds?: readonly ShopperKind[] | undefined
  /** Where payins are paid out to the shop; without it, as agreed with the service. */
  readonly settlement?: Settlement | null | undefined
  /** The country that the hosted page starts with when the order has none: ISO 3166-1 alpha-2. */
  readonly payerCountry?: string | null | undefined
  /** The shop's name on its pay page; by default the host of `publicUrl`. */
  readonly shopName?: string | undefined
  /** The ids of the banks that the list begins with: those that most of the shop's shoppers use. At most 20. */
  readonly firstBanks?: readonly string[] | undefined
  /** The prefix of every `userId` in the legacy interface: `{companyName}{clientId}`. */
  readonly companyName?: string | undefined
  /** The secrets of order tokens. The first one signs; tokens signed with any of them are accepted. */
  readonly orderTokenSecrets?: string | readonly string[] | undefined
  /** The token that the back office sends as `Authorization: Bearer …`; without it there are no back office routes. */
  readonly backofficeToken?: string | null | undefined
  /** The token that Prometheus sends as `Authorization: Bearer …` to `/metrics`; it needs the option `metrics`. */
  readonly metricsToken?: string | null | undefined
  /**
   * The header in which your own reverse proxy writes the shopper's address. Leave it out if shoppers connect directly.
   */
  readonly clientAddressHeader?: string | null | undefined
  /**
   * How many days a session's id, its shopper's idempotency keys, its webhooks and its outbox entries are kept after the
   * session has ended; by default 400, at least 30. `null`: for ever.
   */
  readonly keepFor?: number | null | undefined
}

export interface Settings {
  readonly service: {
    readonly baseUrl: string
    readonly apiKey: string
    readonly webhookSecrets: readonly string[]
  }
  readonly publicUrl: string
  readonly basePath: string
  readonly hostedPageOrigins: readonly string[]
  readonly allowedOrigins: readonly string[]
  readonly ownOrigins: readonly string[]
  readonly completeOn: CompleteOn
  readonly kinds: readonly ShopperKind[]
  readonly settlement: Settlement | null
  readonly payerCountry: string | null
  readonly shopName: string
  readonly firstBanks: readonly string[]
  readonly companyName: string
  readonly orderTokenSecrets: readonly string[]
  readonly backofficeToken: string | null
  readonly metricsToken: string | null
  readonly clientAddressHeader: string | null
  /** Days; `null`: for ever. */
  readonly keepFor: number | null
  /** Why money is real, for messages; `null`: it is the sandbox's. See real-money.ts. */
  readonly realMoney: string | null
  /** The names of these settings in messages to the shop. */
  readonly names: SettingNames
}

export type OptionName =
  | Exclude<keyof GivenSettings, 'service'>
  | 'service'
  | `service.${keyof ServiceSettings}`

/** The names of settings in messages: each as it was given, as an option in code or as a variable. */
export interface SettingNames {
  readonly nameOf: (option: OptionName) => string
  /** How to write several values, for messages: `, separated by commas` in an environment, `''` in code. */
  readonly listed: (option: OptionName) => string
}

/** Thrown when settings are wrong. `mistakes` holds one message for each mistake. */
export class SettingsError extends OperatorError {
  override readonly name = 'SettingsError'
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
  }

  /** Not a property of the error itself: Node would print each mistake twice. */
  get mistakes(): readonly string[] {
    return this.message.split('\n')
  }
}

/**
 * The origin of a URL. For this machine: its origins under all names, since localhost and 127.0.0.1 are the same
 * server.
 */
export function equivalentOrigins(url: URL): string[] {
  if (!isLoopback(url.hostname)) return [url.origin]
  const port = url.port ? `:${url.port}` : ''
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${url.protocol}//${host}${port}`)
}
