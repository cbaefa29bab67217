// What a shop sets, and how sentences call it.
import { isLoopback, type Settlement } from '../../server/index.ts'

/** What a shopper may pay by; payouts are the back office's. */
export const shopperKinds = ['payin', 'bank_transfer', 'on_ramp'] as const
export type ShopperKind = (typeof shopperKinds)[number]

/** The payin status from which an order counts as paid. */
export const completingStatuses = ['AUTHORIZED', 'SETTLED', 'COMPLETED'] as const
export type CompleteOn = (typeof completingStatuses)[number]

/** The options of `createMerchant` that are words and addresses. */
export interface GivenSettings {
  /** The payment service. */
  readonly service: {
    /** Without `/api/v2`, such as `https://payments.example`. */
    readonly baseUrl: string
    readonly apiKey: string
    /** What webhooks are signed with; several while a secret is replaced. */
    readonly webhookSecrets: string | readonly string[]
  }
  /**
   * Where shoppers and webhooks reach this server: the shop's origin, and the path under which the server is mounted, such
   * as `https://shop.example/pay`. Return and webhook addresses come from here, never from a request.
   */
  readonly publicUrl: string
  /** The path with which requests arrive here; that of `publicUrl` unless a proxy in between takes it away (`''`). */
  readonly basePath?: string | undefined
  /** Where a hosted page may be; by default the service's own origin. */
  readonly hostedPageOrigins?: readonly string[] | undefined
  /** Other origins whose pages may use the endpoint. */
  readonly allowedOrigins?: readonly string[] | undefined
  /** Other names of the shop's own origin, whose pages are the shop's as well. */
  readonly ownOrigins?: readonly string[] | undefined
  /** The payin status from which an order counts as paid; by default `COMPLETED`. */
  readonly completeOn?: CompleteOn | undefined
  /** What shoppers may pay by; by default payins. */
  readonly kinds?: readonly ShopperKind[] | undefined
  /** Where payins are paid out to the shop; without it, as agreed with the service. */
  readonly settlement?: Settlement | null | undefined
  /** ISO 3166-1 alpha-2: the country that the hosted page begins with where the order names none. */
  readonly payerCountry?: string | null | undefined
  /** Begins every `userId` of the legacy interface: `{companyName}{clientId}`. */
  readonly companyName?: string | undefined
  /** What order tokens are signed with; of several the first signs, and each is believed. */
  readonly orderTokenSecrets?: string | readonly string[] | undefined
  /** What the back office sends as `Authorization: Bearer …`; without it there are no back office routes. */
  readonly backofficeToken?: string | null | undefined
  /** The header in which your own reverse proxy writes the shopper's address; without it, shoppers connect directly. */
  readonly clientAddressHeader?: string | null | undefined
  /**
   * For how many days a session's id, its shopper's idempotency keys, webhooks and what was fulfilled are kept after it is
   * over; by default 400, at least 30. `null`: for ever.
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
  readonly companyName: string
  readonly orderTokenSecrets: readonly string[]
  readonly backofficeToken: string | null
  readonly clientAddressHeader: string | null
  /** Days; `null`: for ever. */
  readonly keepFor: number | null
  /** How sentences to the shop call these settings. */
  readonly words: SettingNames
}

export type OptionName =
  | Exclude<keyof GivenSettings, 'service'>
  | 'service'
  | `service.${keyof GivenSettings['service']}`

/** How settings are called where they are set: options in code, variables in an environment. */
export interface SettingNames {
  readonly nameOf: (option: OptionName) => string
  /** How several values are told apart, where that has to be said. */
  readonly listed: string
}

/** The options of `createMerchant`, as they are. */
export const namesInCode: SettingNames = { nameOf: (option) => option, listed: '' }

/** Thrown when settings cannot work; `mistakes` holds one sentence each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

/** The origin itself; on this machine under all its names, since localhost and 127.0.0.1 are the same sandbox. */
export function equivalentOrigins(url: URL): string[] {
  if (!isLoopback(url.hostname)) return [url.origin]
  const port = url.port ? `:${url.port}` : ''
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${url.protocol}//${host}${port}`)
}
