// Whether a server takes real money: the one answer to this question, for the settings, the demo and the tools. One sign of
// it is enough. docs/settings.md#real-money has the table.
import { isLoopback } from '../../server/index.ts'
import type { SettingNames } from './settings.ts'

/** The sandbox's key and secret. They are public: anybody could call in their name, or forge webhooks. */
export const publicKey = 'test_sandbox'
export const publicSecret = 'sandbox_webhook_secret'

/** What says whether money is real. */
export interface MoneySigns {
  readonly apiKey?: string | undefined
  /** The address of the payment service; `undefined`: it is not named, so the sandbox of this machine is used. */
  readonly baseUrl?: string | undefined
  readonly publicUrl?: string | undefined
  readonly nodeEnv?: string | undefined
}

/** Why money is real, for a message: `with …`. `null`: it is the sandbox's. */
export function realMoneyReason({ apiKey, baseUrl, publicUrl, nodeEnv }: MoneySigns): string | null {
  // A shop without types may pass anything.
  if (String(apiKey).startsWith('live_')) return 'a live_ key'
  if (isElsewhere(baseUrl)) return 'a payment service on another machine'
  if (nodeEnv === 'production') return 'NODE_ENV=production'
  // A sandbox that is named may have a public address: for a phone, or to show it to others.
  if (baseUrl === undefined && isElsewhere(publicUrl)) return 'a public address'
  return null
}

/** Whether it is the address of another machine. */
const isElsewhere = (address: string | undefined): boolean =>
  address !== undefined && URL.canParse(address) && !isLoopback(new URL(address).hostname)

/** The key and the secrets that are the sandbox's although money is real: one message for each. @param realMoney why it is */
export function sandboxMistakes(
  realMoney: string | null,
  { apiKey, webhookSecrets }: { readonly apiKey: unknown; readonly webhookSecrets: readonly string[] },
  { nameOf }: SettingNames,
): readonly string[] {
  if (realMoney === null) return []
  const message = (name: string, danger: string) =>
    `${name} is missing or the sandbox’s: with ${realMoney}, ${danger}, because the sandbox’s is public. Set it to the one that the payment service gave you.`
  return [
    ...(apiKey === publicKey ? [message(nameOf('service.apiKey'), 'no payment would be made')] : []),
    ...(webhookSecrets.includes(publicSecret)
      ? [message(nameOf('service.webhookSecrets'), 'anybody could forge webhooks')]
      : []),
  ]
}
