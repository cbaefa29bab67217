// What the environment sets: the settings that code does not give, and outside real money the sandbox's defaults.
import { isLoopback } from '../../server/index.ts'
import { publicKey, publicSecret, realMoneyReason } from './real-money.ts'
import { rows } from './rows.ts'
import { equivalentOrigins, type GivenSettings, type OptionName, type SettingNames } from './settings.ts'
import { listIn } from './texts.ts'
import { type Environment, readSettingVariables, type SettingVariables } from './variables.ts'

/** Settings that code has given, with the rest from the environment. */
export interface MergedSettings {
  readonly merged: Partial<GivenSettings>
  readonly names: SettingNames
  /** Why money is real; `null`: it is the sandbox's. */
  readonly realMoney: string | null
  /** Which of the settings that real money needs are given nowhere, and which variables cannot be read. */
  readonly mistakes: readonly string[]
}

/** Takes what code does not give from the environment, and outside real money the rest from the sandbox. */
export function withEnvironment(given: Partial<GivenSettings>, environment: Environment): MergedSettings {
  const { env, wrong } = readSettingVariables(environment)
  const inCode = given.service
  const isService = inCode === undefined || (typeof inCode === 'object' && inCode !== null)
  const service = isService ? (inCode ?? {}) : {}
  // Only what is undefined is not given: a wrong value of a shop without types must be reported.
  const { publicUrl = env.PUBLIC_URL } = given
  const { baseUrl = env.PAYMENTS_BASE_URL, apiKey = env.PAYMENTS_API_KEY } = service
  const realMoney = realMoneyReason({
    apiKey: apiKey ?? env.SANDBOX_API_KEY,
    baseUrl,
    publicUrl,
    nodeEnv: env.NODE_ENV,
  })
  // With real money the sandbox's variables do not count: what is missing is reported as the sandbox's.
  const sandbox =
    realMoney === null
      ? { key: env.SANDBOX_API_KEY, secret: env.SANDBOX_WEBHOOK_SECRET }
      : { key: publicKey, secret: publicSecret }
  const address = publicUrl === undefined ? `http://localhost:${env.PORT}` : publicUrl
  const { webhookSecrets = listIn(env.PAYMENTS_WEBHOOK_SECRET ?? sandbox.secret) } = service
  const fromEnvironment = Object.fromEntries(
    Object.entries(rows).flatMap(([option, { variable, text }]) =>
      text && !option.includes('.') ? [[option, env[variable]]] : [],
    ),
  )
  // A host may give a port that is no number, to a shop that listens by itself.
  const isUsed: Readonly<Record<string, boolean>> = {
    PORT: publicUrl === undefined,
    SANDBOX_PORT: baseUrl === undefined,
  }
  const names = namesOf(given, env, realMoney)
  const listensAt =
    environment.PORT?.trim() || publicUrl === undefined ? [`http://localhost:${env.PORT}`] : []
  return {
    merged: {
      ...fromEnvironment,
      publicUrl: address,
      ownOrigins: ownOrigins(address, env.PORT),
      ...withoutGaps(given),
      service: isService
        ? {
            ...service,
            baseUrl: baseUrl === undefined ? `http://localhost:${env.SANDBOX_PORT}` : baseUrl,
            apiKey: apiKey === undefined ? sandbox.key : apiKey,
            webhookSecrets,
          }
        : inCode,
    },
    names,
    realMoney,
    mistakes: [
      ...Object.entries(wrong).flatMap(([name, message]) => (isUsed[name] === false ? [] : [message])),
      ...missingMistakes(realMoney, { baseUrl: isService ? baseUrl : inCode, publicUrl }),
      ...(baseUrl === undefined
        ? samePortMistakes(env, [address, ...listensAt])
        : ownAddressMistakes(baseUrl, [address, ...listensAt], names)),
    ],
  }
}

const withoutGaps = (given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

/** The public address may be a proxy on this machine. Then pages from the server's own port belong to the same shop. */
function ownOrigins(publicUrl: unknown, port: number): readonly string[] {
  const address = String(publicUrl)
  if (!URL.canParse(address) || !isLoopback(new URL(address).hostname)) return []
  return equivalentOrigins(new URL(`http://localhost:${port}`))
}

/** The origins of those addresses that are on this machine, under all of its names. */
const originsHere = (addresses: readonly unknown[]): readonly string[] =>
  addresses
    .map(String)
    .filter((address) => URL.canParse(address) && isLoopback(new URL(address).hostname))
    .flatMap((address) => equivalentOrigins(new URL(address)))

const samePortMistakes = (env: SettingVariables, own: readonly unknown[]): readonly string[] =>
  originsHere(own).includes(`http://localhost:${env.SANDBOX_PORT}`)
    ? ['PORT and SANDBOX_PORT are the same: the shop and the sandbox need a port each. Change one of them.']
    : []

/** Otherwise this server would ask itself for payments. @param own addresses of this server */
function ownAddressMistakes(
  baseUrl: unknown,
  own: readonly unknown[],
  { nameOf }: SettingNames,
): readonly string[] {
  const [service] = originsHere([baseUrl])
  if (service === undefined || !originsHere(own).includes(service)) return []
  return [
    `${nameOf('service.baseUrl')} names this very server. Set it to the payment service, or leave it out for the sandbox.`,
  ]
}

/** With real money the sandbox's addresses are no defaults. */
function missingMistakes(
  realMoney: string | null,
  { baseUrl, publicUrl }: { readonly baseUrl: unknown; readonly publicUrl: unknown },
): readonly string[] {
  if (realMoney === null) return []
  const mistakes: string[] = []
  if (baseUrl === undefined)
    mistakes.push(
      `PAYMENTS_BASE_URL is missing: with ${realMoney}, payments would go to a sandbox on this machine. Set it to the address of the payment service. For a trial with a sandbox, set it to the sandbox’s address, and unset NODE_ENV.`,
    )
  if (publicUrl === undefined)
    mistakes.push(
      `PUBLIC_URL is missing: with ${realMoney}, shoppers and webhooks would be sent to http://localhost. Set it to the shop's own origin, such as https://shop.example.`,
    )
  return mistakes
}

/** A setting has the name under which it was given: the option's in code, else the variable's. */
function namesOf(
  given: Partial<GivenSettings>,
  env: SettingVariables,
  realMoney: string | null,
): SettingNames {
  const isInCode = (option: OptionName) => {
    const [first = '', second] = option.split('.')
    const value = (given as Record<string, unknown>)[first]
    return second === undefined
      ? value !== undefined
      : (value as Record<string, unknown> | null | undefined)?.[second] !== undefined
  }
  function variableOf(option: OptionName): string {
    const name = rows[option].variable
    // When the sandbox's key or secret is in use, that variable has to be corrected.
    if (realMoney !== null) return name
    if (name === 'PAYMENTS_API_KEY' && env.PAYMENTS_API_KEY === undefined) return 'SANDBOX_API_KEY'
    if (name === 'PAYMENTS_WEBHOOK_SECRET' && env.PAYMENTS_WEBHOOK_SECRET === undefined)
      return 'SANDBOX_WEBHOOK_SECRET'
    return name
  }
  return {
    nameOf: (option) => (isInCode(option) ? option : variableOf(option)),
    listed: (option) => (isInCode(option) ? '' : ', separated by commas'),
  }
}
