// Finds mistakes that two settings make together. Those of one are in its row (rows.ts). No message repeats a value, because
// it may be a secret.
import { isLoopback } from '../../server/index.ts'
import type { WellFormedSettings } from './forms.ts'
import { listOf } from './rows.ts'
import type { OptionName, SettingNames } from './settings.ts'

type Rule = (given: WellFormedSettings, names: SettingNames) => readonly (string | false)[]

/** All mistakes that well-formed settings make together, as messages. */
export const settingMistakes = (given: WellFormedSettings, names: SettingNames): readonly string[] =>
  [company, sharedSecrets].flatMap((rule) => rule(given, names).filter((message) => message !== false))

/** The legacy interface needs the company name to create users. Only the sandbox accepts any name. */
const company: Rule = ({ service, companyName, kinds = [] }, { nameOf }) => {
  const base = service?.baseUrl
  const isHere = base === undefined || (URL.canParse(base) && isLoopback(new URL(base).hostname))
  return [
    !isHere &&
      companyName === undefined &&
      kinds.some((kind) => kind !== 'payin') &&
      `${nameOf('companyName')} is missing: bank transfers and on-ramps name each user as {companyName}{clientId}. Set it to the name that the service knows you by, or take bank_transfer and on_ramp out of ${nameOf('kinds')}.`,
  ]
}

/** One secret must not be used for two purposes: a person who may know it for the one could then do the other. */
const sharedSecrets: Rule = ({ service, orderTokenSecrets, backofficeToken, metricsToken }, { nameOf }) => {
  const ofService = [service?.apiKey, ...listOf(service?.webhookSecrets)]
  const isOneOf = (others: readonly unknown[]) => (secret: unknown) => others.includes(secret)
  const sharedWithService = (name: OptionName, token: unknown) =>
    typeof token === 'string' &&
    ofService.includes(token) &&
    `${nameOf(name)} is also the key or a secret of the payment service. ${makeAnother}`
  return [
    listOf(orderTokenSecrets).some(isOneOf([...ofService, backofficeToken, metricsToken])) &&
      `${nameOf('orderTokenSecrets')} is also used for something else. ${makeAnother}`,
    sharedWithService('backofficeToken', backofficeToken),
    sharedWithService('metricsToken', metricsToken),
    typeof metricsToken === 'string' &&
      metricsToken === backofficeToken &&
      `${nameOf('backofficeToken')} and ${nameOf('metricsToken')} are the same: anybody who may read metrics could pay out money. ${makeAnother}`,
  ]
}

const makeAnother = 'Make one of its own with: openssl rand -base64 32'
