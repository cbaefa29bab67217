// Validates a shop's settings and fills in the defaults. All mistakes are reported together, as messages: which option,
// why, what to write instead. No message repeats the value of a secret.

import { checkForm } from './forms.ts'
import { defaultDays } from './keep-for.ts'
import { settingMistakes } from './mistakes.ts'
import { realMoneyReason } from './real-money.ts'
import {
  equivalentOrigins,
  type GivenSettings,
  namesInCode,
  type SettingNames,
  type Settings,
  SettingsError,
} from './settings.ts'

/**
 * Reads a shop's settings.
 * @param others mistakes that were found elsewhere, to be reported together with these
 * @throws {SettingsError} with all mistakes at once
 */
export function readSettings(
  given: GivenSettings,
  names: SettingNames = namesInCode,
  others: readonly string[] = [],
): Settings {
  const mistakes = [...mistakesOf(given, names), ...others]
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  return toSettings(given, names)
}

/** All mistakes in the settings, as messages. */
export function mistakesOf(given: Partial<GivenSettings>, names: SettingNames): readonly string[] {
  const { wellFormed, mistakes } = checkForm(given, names)
  return [...new Set([...mistakes, ...settingMistakes(wellFormed, names)])]
}

const list = (given: string | readonly string[] = []) => (typeof given === 'string' ? [given] : given)

function toSettings(given: GivenSettings, names: SettingNames): Settings {
  const baseUrl = given.service.baseUrl.replace(/\/+$/, '')
  const { apiKey, webhookSecrets } = given.service
  return {
    service: { baseUrl, apiKey, webhookSecrets: list(webhookSecrets) },
    publicUrl: given.publicUrl,
    basePath: given.basePath ?? new URL(given.publicUrl).pathname.replace(/\/$/, ''),
    hostedPageOrigins: given.hostedPageOrigins?.length
      ? given.hostedPageOrigins
      : equivalentOrigins(new URL(baseUrl)),
    allowedOrigins: given.allowedOrigins ?? [],
    ownOrigins: [...new Set([...equivalentOrigins(new URL(given.publicUrl)), ...(given.ownOrigins ?? [])])],
    completeOn: given.completeOn ?? 'COMPLETED',
    kinds: given.kinds ?? ['payin'],
    settlement: given.settlement ?? null,
    payerCountry: given.payerCountry ?? null,
    shopName: given.shopName?.trim() ?? new URL(given.publicUrl).host,
    companyName: given.companyName ?? 'Demo',
    orderTokenSecrets: list(given.orderTokenSecrets),
    backofficeToken: given.backofficeToken ?? null,
    clientAddressHeader: given.clientAddressHeader?.toLowerCase() ?? null,
    keepFor: given.keepFor === undefined ? defaultDays : given.keepFor,
    realMoney: realMoneyReason({ apiKey, baseUrl }),
    names,
  }
}
