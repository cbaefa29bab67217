// From what a shop has given to what the server works with. Every mistake is one sentence: which option, why, what to write
// instead. All mistakes are told together, and none of them repeats a secret's value.

import { checkForm } from './forms.ts'
import { defaultDays } from './keep-for.ts'
import { settingMistakes } from './mistakes.ts'
import {
  equivalentOrigins,
  type GivenSettings,
  namesInCode,
  type SettingNames,
  type Settings,
  SettingsError,
} from './settings.ts'

/**
 * Reads what a shop has set.
 * @param others mistakes that were found elsewhere, to be told with these
 * @throws {SettingsError} with all mistakes at once
 */
export function readSettings(
  given: GivenSettings,
  words: SettingNames = namesInCode,
  others: readonly string[] = [],
): Settings {
  const mistakes = [...mistakesOf(given, words), ...others]
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  return toSettings(given, words)
}

/** The sentences of everything that is wrong. */
export function mistakesOf(given: Partial<GivenSettings>, words: SettingNames): readonly string[] {
  const { sound, mistakes } = checkForm(given, words)
  return [...new Set([...mistakes, ...settingMistakes(sound, words)])]
}

const list = (given: string | readonly string[] = []) => (typeof given === 'string' ? [given] : given)

function toSettings(given: GivenSettings, words: SettingNames): Settings {
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
    companyName: given.companyName ?? 'Demo',
    orderTokenSecrets: list(given.orderTokenSecrets),
    backofficeToken: given.backofficeToken ?? null,
    clientAddressHeader: given.clientAddressHeader?.toLowerCase() ?? null,
    keepFor: given.keepFor === undefined ? defaultDays : given.keepFor,
    words,
  }
}
