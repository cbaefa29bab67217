// What a shop sets. Every mistake is one sentence: which option, why, what to write instead. All mistakes are told together,
// and none of them repeats a secret's value.
import { z } from 'zod'
import { isLoopback, type Settlement } from '../server/index.ts'
import { settingMistakes } from './setting-mistakes.ts'

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
  /** How sentences to the shop call these settings. */
  readonly words: Words
}

export type OptionName =
  | Exclude<keyof GivenSettings, 'service'>
  | 'service'
  | `service.${keyof GivenSettings['service']}`

/** How settings are called where they are set: options in code, variables in an environment. */
export interface Words {
  readonly nameOf: (option: OptionName) => string
  /** How several values are told apart, where that has to be said. */
  readonly listed: string
}

const inCode: Words = { nameOf: (option) => option, listed: '' }

/** Thrown when settings cannot work; `mistakes` holds one sentence each. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
  readonly mistakes: readonly string[]
  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'))
    this.mistakes = mistakes
  }
}

const texts = z.array(z.string())
const shape = z.strictObject({
  service: z.strictObject({
    baseUrl: z.string(),
    apiKey: z.string(),
    webhookSecrets: z.union([z.string(), texts]),
  }),
  publicUrl: z.string(),
  basePath: z.string().optional(),
  hostedPageOrigins: texts.optional(),
  allowedOrigins: texts.optional(),
  ownOrigins: texts.optional(),
  completeOn: z.enum(completingStatuses).optional(),
  kinds: z.array(z.enum(shopperKinds)).min(1).optional(),
  settlement: z.looseObject({ method: z.string() }).nullish(),
  payerCountry: z.string().nullish(),
  companyName: z.string().optional(),
  orderTokenSecrets: z.union([z.string(), texts]).optional(),
  backofficeToken: z.string().nullish(),
  clientAddressHeader: z.string().nullish(),
})

/** What an option must be, for whoever has given something else. */
const forms: Readonly<Record<OptionName, string>> = {
  service: 'must be { baseUrl, apiKey, webhookSecrets } of the payment service.',
  'service.baseUrl': 'must be the address of the payment service, such as https://payments.example.',
  'service.apiKey': 'must be the secret key of the payment service.',
  'service.webhookSecrets':
    'must be what the payment service signs webhooks with: a text, or a list of texts.',
  publicUrl: 'must be the address at which shoppers reach this server, such as https://shop.example.',
  basePath: "must be a path such as /pay, or ''.",
  hostedPageOrigins: 'must be a list of origins, such as https://pay.example.',
  ownOrigins: 'must be a list of origins, such as https://www.shop.example.',
  allowedOrigins: 'must be a list of origins, such as https://partner.example.',
  completeOn:
    'must be AUTHORIZED, SETTLED or COMPLETED: the payin status from which an order counts as paid.',
  kinds: `must hold what shoppers may pay by: ${shopperKinds.join(', ')}.`,
  settlement: "must be a settlement method of the service, such as { method: 'service_balance' }.",
  payerCountry: 'must be two capitals of ISO 3166-1, such as DE.',
  companyName: 'must hold letters and digits only: the service puts a client id right behind it.',
  orderTokenSecrets: 'must be a text, or a list of texts.',
  backofficeToken: 'must be a text.',
  clientAddressHeader: 'must be the name of one header, such as X-Real-IP.',
}

/**
 * Reads what a shop has set.
 * @throws {SettingsError} with all mistakes at once
 */
export function readSettings(given: GivenSettings, words: Words = inCode): Settings {
  const { sound, mistakes } = checkForm(given, words)
  const all = [...mistakes, ...settingMistakes(sound, words)]
  if (all.length > 0) throw new SettingsError([...new Set(all)])
  return toSettings(given, words)
}

/** The sentences of everything that is wrong. */
export function mistakesOf(given: Partial<GivenSettings>, words: Words): readonly string[] {
  const { sound, mistakes } = checkForm(given, words)
  return [...new Set([...mistakes, ...settingMistakes(sound, words)])]
}

/** What of the settings has the right form. A wrong one must not hide the others' mistakes. */
export type SoundSettings = Partial<Omit<GivenSettings, 'service'>> & {
  readonly service?: Partial<GivenSettings['service']> | undefined
}

function checkForm(
  given: Partial<GivenSettings>,
  { nameOf, listed }: Words,
): { sound: SoundSettings; mistakes: readonly string[] } {
  const read = shape.safeParse(given)
  if (read.success) return { sound: given, mistakes: [] }
  const sound: Record<string, unknown> = { ...given }
  const mistakes = read.error.issues.map((issue) => {
    const [first, second] = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      return `There is no option ${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}. Check its spelling.`
    const option = (first === 'service' && second !== undefined ? `service.${second}` : first) as OptionName
    if (first === 'service' && second !== undefined)
      sound.service = { ...(sound.service as object), [second]: undefined }
    else delete sound[first ?? '']
    const isMissing = valueAt(given, issue.path) === undefined
    const form = option === 'kinds' ? forms.kinds.replace(':', `${listed}:`) : forms[option]
    return isMissing ? `${nameOf(option)} is missing: it ${form}` : `${nameOf(option)} ${form}`
  })
  return { sound, mistakes }
}

const valueAt = (from: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], from)

const list = (given: string | readonly string[] = []) => (typeof given === 'string' ? [given] : given)

function toSettings(given: GivenSettings, words: Words): Settings {
  const baseUrl = given.service.baseUrl.replace(/\/+$/, '')
  const { apiKey, webhookSecrets } = given.service
  return {
    service: { baseUrl, apiKey, webhookSecrets: list(webhookSecrets) },
    publicUrl: given.publicUrl,
    basePath: given.basePath ?? new URL(given.publicUrl).pathname.replace(/\/$/, ''),
    hostedPageOrigins: given.hostedPageOrigins?.length
      ? given.hostedPageOrigins
      : sameMachine(new URL(baseUrl)),
    allowedOrigins: given.allowedOrigins ?? [],
    ownOrigins: [...new Set([...sameMachine(new URL(given.publicUrl)), ...(given.ownOrigins ?? [])])],
    completeOn: given.completeOn ?? 'COMPLETED',
    kinds: given.kinds ?? ['payin'],
    settlement: given.settlement ?? null,
    payerCountry: given.payerCountry ?? null,
    companyName: given.companyName ?? 'Demo',
    orderTokenSecrets: list(given.orderTokenSecrets),
    backofficeToken: given.backofficeToken ?? null,
    clientAddressHeader: given.clientAddressHeader?.toLowerCase() ?? null,
    words,
  }
}

/** The origin itself; on this machine under all its names, since localhost and 127.0.0.1 are the same sandbox. */
export function sameMachine(url: URL): string[] {
  if (!isLoopback(url.hostname)) return [url.origin]
  const port = url.port ? `:${url.port}` : ''
  return ['localhost', '127.0.0.1', '[::1]'].map((host) => `${url.protocol}//${host}${port}`)
}
