// Checks the types of a shop's settings: strings, lists, and no unknown options. What a well-formed value may be is
// checked in mistakes.ts.
import { z } from 'zod'
import { isPlain } from '../plain-text.ts'
import {
  completingStatuses,
  type GivenSettings,
  type OptionName,
  type ServiceSettings,
  type SettingNames,
  shopperKinds,
} from './settings.ts'

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
  shopName: z.string().trim().min(1).max(100).refine(isPlain).optional(),
  companyName: z.string().optional(),
  orderTokenSecrets: z.union([z.string(), texts]).optional(),
  backofficeToken: z.string().nullish(),
  metricsToken: z.string().nullish(),
  clientAddressHeader: z.string().nullish(),
  keepFor: z.int().nullish(),
})

/** What each option must be: the end of the message for a wrong value. */
export const requirements: Readonly<Record<OptionName, string>> = {
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
  shopName: 'must be a text of at most 100 characters, such as Nordheim Books.',
  companyName: 'must hold letters and digits only: the service puts a client id right behind it.',
  orderTokenSecrets: 'must be a text, or a list of texts.',
  backofficeToken: 'must be a text.',
  metricsToken: 'must be a text.',
  clientAddressHeader: 'must be the name of one header, such as X-Real-IP.',
  keepFor: 'must be a whole number of days, such as 400, or null: nothing is cleaned.',
}

/** The settings that have the right type. A wrong one is left out, so that it does not hide the others' mistakes. */
export type WellFormedSettings = Partial<Omit<GivenSettings, 'service'>> & {
  readonly service?: ServiceSettings | undefined
}

/** Splits settings into those with the right type, and one message for each other. */
export function checkForm(
  given: Partial<GivenSettings>,
  { nameOf, listed }: SettingNames,
): { wellFormed: WellFormedSettings; mistakes: readonly string[] } {
  const read = shape.safeParse(given)
  if (read.success) return { wellFormed: given, mistakes: [] }
  const wellFormed: Record<string, unknown> = { ...given }
  const mistakes = read.error.issues.map((issue) => {
    const [first, second] = issue.path.map(String)
    if (issue.code === 'unrecognized_keys')
      return `There is no option ${issue.keys.map((key) => [...issue.path, key].join('.')).join(', ')}. Check its spelling.`
    const option = (first === 'service' && second !== undefined ? `service.${second}` : first) as OptionName
    if (first === 'service' && second !== undefined)
      wellFormed.service = { ...(wellFormed.service as object), [second]: undefined }
    else delete wellFormed[first ?? '']
    const isMissing = valueAt(given, issue.path) === undefined
    const form =
      option === 'kinds' ? requirements.kinds.replace(':', `${listed(option)}:`) : requirements[option]
    return isMissing ? `${nameOf(option)} is missing: it ${form}` : `${nameOf(option)} ${form}`
  })
  return { wellFormed, mistakes }
}

const valueAt = (from: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key], from)
