// Finds mistakes in well-formed settings. Each message says which setting is wrong, why, and what to write instead. No
// message repeats a value, because the value may be a secret.
import { isLoopback, parseIban } from '../../server/index.ts'
import { requirements, type WellFormedSettings } from './forms.ts'
import { maxDays, minDays } from './keep-for.ts'
import type { OptionName, SettingNames } from './settings.ts'

type Rule = (given: WellFormedSettings, names: SettingNames) => readonly (string | false | undefined)[]

/** All mistakes of well-formed settings, as messages. */
export const settingMistakes = (given: WellFormedSettings, names: SettingNames): readonly string[] =>
  rules.flatMap((rule) => rule(given, names).filter((message) => typeof message === 'string'))

/** Whether a secret has at least 24 printable characters and no quotes around it, which are easily copied along. */
const isUnguessable = (text: string): boolean => /^(?!["'])[\x21-\x7e]{24,}(?<!["'])$/.test(text)

/** The message for a token or secret that can be guessed. @param who what an attacker can do with it */
const guessableMessage = (name: string, who: string): string =>
  `${name} must have at least 24 characters, no spaces and no quotes around it, because ${who}. Make one with: openssl rand -base64 32`

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text

const codes: Rule = (given, { nameOf }) => [
  typeof given.payerCountry === 'string' &&
    !/^[A-Z]{2}$/.test(given.payerCountry) &&
    `${nameOf('payerCountry')} ${requirements.payerCountry}`,
  given.companyName !== undefined &&
    !/^[A-Za-z0-9]{1,50}$/.test(given.companyName) &&
    `${nameOf('companyName')} ${requirements.companyName}`,
]

const origins: Rule = (given, { nameOf, listed }) =>
  (['hostedPageOrigins', 'allowedOrigins', 'ownOrigins'] as const).map(
    (option) =>
      given[option]?.every(isOrigin) === false &&
      `${nameOf(option)} must hold exact origins${listed(option)}, such as https://pay.example: no path, no slash at the end.`,
  )

const tokens: Rule = (given, { nameOf, listed }) => [
  listOf(given.orderTokenSecrets).some((secret) => !isUnguessable(secret)) &&
    `${guessableMessage(nameOf('orderTokenSecrets'), 'anybody who has it can open any order’s payment')}.${listed('orderTokenSecrets') && ' Separate an old one by a comma.'}`,
  typeof given.backofficeToken === 'string' &&
    !isUnguessable(given.backofficeToken) &&
    guessableMessage(nameOf('backofficeToken'), 'anybody who has it can pay out your money'),
  typeof given.metricsToken === 'string' &&
    !isUnguessable(given.metricsToken) &&
    guessableMessage(nameOf('metricsToken'), 'anybody who has it can read your turnover'),
]

const header: Rule = ({ clientAddressHeader: name }, { nameOf }) => {
  if (typeof name !== 'string') return []
  if (!/^[\w-]+$/.test(name)) return [`${nameOf('clientAddressHeader')} ${requirements.clientAddressHeader}`]
  return [
    name.toLowerCase() === 'forwarded' &&
      `${nameOf('clientAddressHeader')} cannot be Forwarded, whose form this server does not read. Let your proxy write the address alone into another header, such as X-Real-IP.`,
  ]
}

/** The reasons for these limits are in settings/keep-for.ts. */
const retention: Rule = ({ keepFor }, { nameOf }) => {
  if (typeof keepFor !== 'number') return []
  return [
    keepFor < minDays &&
      `${nameOf('keepFor')} must be at least ${minDays} days: for so long the service may send a webhook again, a payment may still be under way, and a page or a program may repeat its key.`,
    keepFor > maxDays && `${nameOf('keepFor')} must be at most ${maxDays}: it counts days, not seconds.`,
  ]
}

/** Settlement methods (payments-v2). An unknown method is left to the service to refuse. */
const settlement: Rule = ({ settlement: given }, { nameOf }) => [
  given?.method === 'bank_account' &&
    !('iban' in parseIban(String(given.iban))) &&
    `${nameOf('settlement')} names an invalid IBAN. Check it digit by digit: payins are paid out to it.`,
  given?.method === 'crypto_transfer' &&
    !/^0x[0-9a-f]{40}$/i.test(String(given.address)) &&
    `${nameOf('settlement')} names an invalid address. It begins with 0x and has 40 hexadecimal digits: payins are paid out to it.`,
]

/** In the environment a comma separates several secrets. In code it would be part of one secret that matches nothing. */
const commas: Rule = ({ service, orderTokenSecrets }, { nameOf }) =>
  (
    [
      ['service.webhookSecrets', service?.webhookSecrets],
      ['orderTokenSecrets', orderTokenSecrets],
    ] as const
  ).map(
    ([option, secrets]) =>
      listOf(secrets).some((secret) => secret.includes(',')) &&
      `${nameOf(option)} holds a comma. Give several as a list: ${option.replace('service.', '')}: ['the new one', 'the old one'].`,
  )

/** Checked strictly, because the API key is sent to this address. */
const serviceAddress: Rule = ({ service }, { nameOf }) => {
  const name = nameOf('service.baseUrl')
  const base = service?.baseUrl
  if (base === undefined) return []
  const absolute = `${name} must be an absolute https: address (http: is for loopback only), because the API key travels to it.`
  if (!URL.canParse(base)) return [absolute]
  const url = new URL(base)
  return [
    !isEncryptedOrLocal(url) && absolute,
    (url.username || url.password) !== '' &&
      `${name} must hold no user and no password. The key belongs into ${nameOf('service.apiKey')}.`,
    /[?#]/.test(base) &&
      `${name} must hold no query and no fragment. Leave origin and path, such as https://payments.example.`,
    /\/api\/v2(\/|$)/.test(url.pathname) &&
      `${name} holds /api/v2, which the server adds itself. Leave what stands before it, such as https://payments.example.`,
  ]
}

const serviceSecrets: Rule = ({ service }, { nameOf, listed }) => {
  const key = service?.apiKey
  const secrets = service?.webhookSecrets
  return [
    key !== undefined &&
      (!/^(test|live)_[\x21-\x7e]+$/.test(key) || /["']/.test(key)) &&
      `${nameOf('service.apiKey')} must begin with test_ or live_ and hold no spaces. Copy the key whole, without quotes.`,
    secrets !== undefined &&
      listOf(secrets).length === 0 &&
      (listed('service.webhookSecrets')
        ? `${nameOf('service.webhookSecrets')} holds only commas. Set it to one secret, or to several separated by commas.`
        : `${nameOf('service.webhookSecrets')} is empty: no webhook could be believed. Set it to the secret of the payment service.`),
    listOf(secrets).some((secret) => secret === '' || /[\s"'\p{Cc}]/u.test(secret)) &&
      `${nameOf('service.webhookSecrets')} must hold no spaces and no quotes. Copy the secret whole, without quotes${listed('service.webhookSecrets') && '; separate several by commas'}.`,
  ]
}

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

const publicAddress: Rule = ({ publicUrl, basePath }, { nameOf }) => [
  publicUrl !== undefined &&
    !isPublicUrl(publicUrl) &&
    `${nameOf('publicUrl')} must be the shop's own origin, with the path under which this server is mounted if there is one, without a slash at the end, such as https://shop.example or https://shop.example/pay (http: is for loopback only), because shoppers and webhooks come back to it.`,
  basePath !== undefined &&
    !/^(\/[\w.~-]+)*$/.test(basePath) &&
    `${nameOf('basePath')} must be a path such as /pay, without a slash at the end, or ''.`,
]

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

const rules: readonly Rule[] = [
  codes,
  origins,
  tokens,
  header,
  retention,
  settlement,
  serviceAddress,
  serviceSecrets,
  commas,
  company,
  sharedSecrets,
  publicAddress,
]

/** One or several, as a list. */
export const listOf = (given: string | readonly string[] | undefined): readonly string[] =>
  typeof given === 'string' ? [given] : (given ?? [])

/** Whether a URL is `https:`, or `http:` on this machine. */
const isEncryptedOrLocal = (url: URL) =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))

function isPublicUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return (
    isEncryptedOrLocal(url) &&
    text === `${url.origin}${url.pathname.replace(/\/$/, '')}` &&
    /^(\/[\w.~-]+)*\/?$/.test(url.pathname)
  )
}
