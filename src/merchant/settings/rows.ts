// All settings of a merchant server, one row each: the variable that sets it where code does not, how its text is read, what a
// value must be, and the sentence for one that is wrong. Mistakes that two settings make together are in mistakes.ts.
//
// In sentences `{listed}` stands for `, separated by commas` in the environment and for nothing in code, and the name of an
// option in braces for the name under which it was given. No sentence repeats a value, because it may be a secret.
import { z } from 'zod'
import { isLoopback, parseIban } from '../../server/index.ts'
import { isPlain } from '../plain-text.ts'
import { maxDays, minDays } from './keep-for.ts'
import { completingStatuses, type OptionName, shopperKinds } from './settings.ts'
import { days, listed, settlement, text } from './texts.ts'

export interface Row {
  readonly variable: string
  /** How the variable is read; without it the option has no variable of its own. */
  readonly text?: z.ZodType
  /** What the option may be. Its refinements have sentences of their own. */
  readonly form: z.ZodType
  /** The end of the sentence for a value that is none of this. */
  readonly must: string
}

/** Whether a secret has at least 24 printable characters and no quotes around it, which are easily copied along. */
const isUnguessable = (secret: string): boolean => /^(?!["'])[\x21-\x7e]{24,}(?<!["'])$/.test(secret)

/** @param who what an attacker can do with it */
const unguessable = (who: string): string =>
  `must have at least 24 characters, no spaces and no quotes around it, because ${who}. Make one with: openssl rand -base64 32`

const isOrigin = (address: string): boolean => URL.canParse(address) && new URL(address).origin === address
const originsMust =
  'must hold exact origins{listed}, such as https://pay.example: no path, no slash at the end.'
const origins = z.array(z.string()).refine((given) => given.every(isOrigin), { error: originsMust })

/** One or several, as a list. */
export const listOf = (given: string | readonly string[] | undefined): readonly string[] =>
  typeof given === 'string' ? [given] : (given ?? [])

/**
 * One or several secrets. In the environment a comma separates several; in code it would be part of one secret that matches
 * nothing.
 */
const secrets = z
  .union([z.string(), z.array(z.string())])
  .refine((given) => !listOf(given).some((secret) => secret.includes(',')), {
    error: 'holds a comma. Give several as a list, such as [newOne, oldOne].',
  })

/** Whether a URL is `https:`, or `http:` on this machine. */
const isEncryptedOrLocal = (url: URL): boolean =>
  url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))

/** A rule about an address that can be read. */
const address =
  (rule: (url: URL, given: string) => boolean) =>
  (given: string): boolean =>
    !URL.canParse(given) || rule(new URL(given), given)

/** Checked strictly, because the API key is sent to this address. */
const serviceAddress = z
  .string()
  .refine((given) => URL.canParse(given) && isEncryptedOrLocal(new URL(given)), {
    error:
      'must be an absolute https: address (http: is for loopback only), because the API key travels to it.',
  })
  .refine(
    address((url) => (url.username || url.password) === ''),
    { error: 'must hold no user and no password. The key belongs into {service.apiKey}.' },
  )
  .refine(
    address((_, given) => !/[?#]/.test(given)),
    {
      error: 'must hold no query and no fragment. Leave origin and path, such as https://payments.example.',
    },
  )
  .refine(
    address((url) => !/\/api\/v2(\/|$)/.test(url.pathname)),
    {
      error:
        'holds /api/v2, which the server adds itself. Leave what stands before it, such as https://payments.example.',
    },
  )

const publicMust =
  "must be the shop's own origin, with the path under which this server is mounted if there is one, without a slash at the end, such as https://shop.example or https://shop.example/pay (http: is for loopback only), because shoppers and webhooks come back to it."

function isPublicUrl(given: string): boolean {
  if (!URL.canParse(given)) return false
  const url = new URL(given)
  return (
    isEncryptedOrLocal(url) &&
    given === `${url.origin}${url.pathname.replace(/\/$/, '')}` &&
    /^(\/[\w.~-]+)*\/?$/.test(url.pathname)
  )
}

/** Settlement methods (payments-v2). An unknown method is left to the service to refuse. */
const settlementForm = z
  .looseObject({ method: z.string() })
  .refine(({ method, iban }) => method !== 'bank_account' || 'iban' in parseIban(String(iban)), {
    error: 'names an invalid IBAN. Check it digit by digit: payins are paid out to it.',
  })
  .refine(({ method, address: to }) => method !== 'crypto_transfer' || /^0x[0-9a-f]{40}$/i.test(String(to)), {
    error:
      'names an invalid address. It begins with 0x and has 40 hexadecimal digits: payins are paid out to it.',
  })

const token = (who: string) => z.string().refine(isUnguessable, { error: unguessable(who) })

export const rows: Readonly<Record<OptionName, Row>> = {
  service: {
    variable: 'PAYMENTS_BASE_URL',
    form: z.object({}),
    must: 'must be { baseUrl, apiKey, webhookSecrets } of the payment service.',
  },
  'service.baseUrl': {
    variable: 'PAYMENTS_BASE_URL',
    text,
    form: serviceAddress,
    must: 'must be the address of the payment service, such as https://payments.example.',
  },
  'service.apiKey': {
    variable: 'PAYMENTS_API_KEY',
    text,
    form: z.string().refine((key) => /^(test|live)_[\x21-\x7e]+$/.test(key) && !/["']/.test(key), {
      error: 'must begin with test_ or live_ and hold no spaces. Copy the key whole, without quotes.',
    }),
    must: 'must be the secret key of the payment service.',
  },
  'service.webhookSecrets': {
    variable: 'PAYMENTS_WEBHOOK_SECRET',
    text,
    form: secrets
      .refine((given) => listOf(given).length > 0, {
        error:
          'holds no secret, so no webhook could be believed. Set it to one secret, or to several{listed}.',
      })
      .refine((given) => !listOf(given).some((secret) => secret === '' || /[\s"'\p{Cc}]/u.test(secret)), {
        error: 'must hold no spaces and no quotes{listed}. Copy each secret whole, without quotes.',
      }),
    must: 'must be what the payment service signs webhooks with: a text, or a list of texts.',
  },
  publicUrl: {
    variable: 'PUBLIC_URL',
    text,
    form: z.string().refine(isPublicUrl, { error: publicMust }),
    must: publicMust,
  },
  basePath: {
    variable: 'PUBLIC_URL',
    form: z.string().regex(/^(\/[\w.~-]+)*$/),
    must: "must be a path such as /pay, without a slash at the end, or ''.",
  },
  hostedPageOrigins: {
    variable: 'HOSTED_PAGE_ORIGINS',
    text: listed,
    form: origins,
    must: 'must be a list of origins, such as https://pay.example.',
  },
  allowedOrigins: {
    variable: 'ALLOWED_ORIGINS',
    text: listed,
    form: origins,
    must: 'must be a list of origins, such as https://partner.example.',
  },
  ownOrigins: {
    variable: 'PUBLIC_URL',
    form: origins,
    must: 'must be a list of origins, such as https://www.shop.example.',
  },
  completeOn: {
    variable: 'COMPLETE_ON',
    text,
    form: z.enum(completingStatuses),
    must: 'must be AUTHORIZED, SETTLED or COMPLETED: the payin status from which an order counts as paid.',
  },
  kinds: {
    variable: 'KINDS',
    text: listed,
    form: z.array(z.enum(shopperKinds)).min(1),
    must: `must hold what shoppers may pay by{listed}: ${shopperKinds.join(', ')}.`,
  },
  settlement: {
    variable: 'SETTLEMENT',
    text: settlement,
    form: settlementForm.nullable(),
    must: "must be a settlement method of the service, such as { method: 'service_balance' }.",
  },
  payerCountry: {
    variable: 'PAYER_COUNTRY',
    text,
    form: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    must: 'must be two capitals of ISO 3166-1, such as DE.',
  },
  shopName: {
    variable: 'SHOP_NAME',
    text,
    form: z.string().trim().min(1).max(100).refine(isPlain),
    must: 'must be a text of at most 100 characters, such as Nordheim Books.',
  },
  firstBanks: {
    variable: 'FIRST_BANKS',
    text: listed,
    form: z.array(z.string().min(1)).max(20),
    must: 'must hold ids of at most 20 banks{listed}, as GET /banks of this server lists them.',
  },
  companyName: {
    variable: 'COMPANY_NAME',
    text,
    form: z.string().regex(/^[A-Za-z0-9]{1,50}$/),
    must: 'must hold letters and digits only: the service puts a client id right behind it.',
  },
  orderTokenSecrets: {
    variable: 'ORDER_TOKEN_SECRET',
    text: listed,
    form: secrets.refine((given) => listOf(given).every(isUnguessable), {
      error: `${unguessable('anybody who has it can open any order’s payment')}. Give an old one beside it{listed}.`,
    }),
    must: 'must be a text, or a list of texts.',
  },
  backofficeToken: {
    variable: 'BACKOFFICE_TOKEN',
    text,
    form: token('anybody who has it can pay out your money').nullable(),
    must: 'must be a text.',
  },
  metricsToken: {
    variable: 'METRICS_TOKEN',
    text,
    form: token('anybody who has it can read your turnover').nullable(),
    must: 'must be a text.',
  },
  clientAddressHeader: {
    variable: 'CLIENT_ADDRESS_HEADER',
    text,
    form: z
      .string()
      .regex(/^[\w-]+$/)
      .refine((name) => name.toLowerCase() !== 'forwarded', {
        error:
          'cannot be Forwarded, whose form this server does not read. Let your proxy write the address alone into another header, such as X-Real-IP.',
      })
      .nullable(),
    must: 'must be the name of one header, such as X-Real-IP.',
  },
  /** The reasons for its limits are in keep-for.ts. */
  keepFor: {
    variable: 'KEEP_FOR',
    text: days,
    form: z
      .int()
      .refine((given) => given >= minDays, {
        error: `must be at least ${minDays} days: for so long the service may send a webhook again, a payment may still be under way, and a page or a program may repeat its key.`,
      })
      .refine((given) => given <= maxDays, {
        error: `must be at most ${maxDays}: it counts days, not seconds.`,
      })
      .nullable(),
    must: 'must be a whole number of days, such as 400, or null: nothing is cleaned.',
  },
}
