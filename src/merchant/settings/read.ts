// Reads a shop's settings: from code, else from the environment, else the defaults. All mistakes are reported together, as
// messages: which setting, why, what to write instead. No message repeats the value of a secret.

import { withEnvironment } from './environment.ts'
import { checkForm, type WellFormedSettings } from './forms.ts'
import { defaultDays } from './keep-for.ts'
import { settingMistakes } from './mistakes.ts'
import { sandboxMistakes } from './real-money.ts'
import { listOf } from './rows.ts'
import { equivalentOrigins, type GivenSettings, type Settings, SettingsError } from './settings.ts'
import type { Environment } from './variables.ts'

/** What is known of settings while they are checked. */
export type KnownSettings = Pick<Settings, 'realMoney' | 'orderTokenSecrets' | 'names'>

/**
 * Reads a shop's settings.
 * @param environment what is not given is read from here
 * @param others finds mistakes elsewhere, to be reported together with these
 * @throws {SettingsError} with all mistakes at once
 */
export function readSettings(
  given: Partial<GivenSettings>,
  environment: Environment,
  others: (known: KnownSettings) => readonly string[] = () => [],
): Settings {
  const { merged, names, realMoney, mistakes: unread } = withEnvironment(given, environment)
  const { wellFormed, mistakes: unformed } = checkForm(merged, names)
  const { service } = wellFormed
  const mistakes = [
    ...unread,
    ...unformed,
    ...settingMistakes(wellFormed, names),
    ...sandboxMistakes(
      realMoney,
      { apiKey: service?.apiKey, webhookSecrets: listOf(service?.webhookSecrets) },
      names,
    ),
    ...others({ realMoney, names, orderTokenSecrets: listOf(wellFormed.orderTokenSecrets) }),
  ]
  if (mistakes.length > 0) throw new SettingsError([...new Set(mistakes)])
  return { ...toSettings(wellFormed), realMoney, names }
}

/** Without mistakes, the three of the service and the public address are there. */
function toSettings(given: WellFormedSettings): Omit<Settings, 'realMoney' | 'names'> {
  const { apiKey = '', webhookSecrets, baseUrl: address = '' } = given.service ?? {}
  const baseUrl = address.replace(/\/+$/, '')
  const { publicUrl = '' } = given
  return {
    service: { baseUrl, apiKey, webhookSecrets: listOf(webhookSecrets) },
    publicUrl,
    basePath: given.basePath ?? new URL(publicUrl).pathname.replace(/\/$/, ''),
    hostedPageOrigins: given.hostedPageOrigins?.length
      ? given.hostedPageOrigins
      : equivalentOrigins(new URL(baseUrl)),
    allowedOrigins: given.allowedOrigins ?? [],
    ownOrigins: [...new Set([...equivalentOrigins(new URL(publicUrl)), ...(given.ownOrigins ?? [])])],
    completeOn: given.completeOn ?? 'COMPLETED',
    kinds: given.kinds ?? ['payin'],
    settlement: given.settlement ?? null,
    payerCountry: given.payerCountry ?? null,
    shopName: given.shopName?.trim() ?? new URL(publicUrl).host,
    firstBanks: given.firstBanks ?? [],
    companyName: given.companyName ?? 'Demo',
    orderTokenSecrets: listOf(given.orderTokenSecrets),
    backofficeToken: given.backofficeToken ?? null,
    metricsToken: given.metricsToken ?? null,
    clientAddressHeader: given.clientAddressHeader?.toLowerCase() ?? null,
    keepFor: given.keepFor === undefined ? defaultDays : given.keepFor,
  }
}
