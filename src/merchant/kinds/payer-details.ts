// Who pays, as payments-v2 takes it (PayerDetails). Customers type these details freely, and the service refuses a whole payment
// for a phone number without its country code. None of them decides about the payment: what the service would refuse is left out,
// and the payer can still give it on the hosted page. Nothing else that an order holds of its payer leaves the shop.
import type { PayerDetails } from '../../server/index.ts'

interface Detail {
  readonly form: RegExp
  /** Another spelling of the same. */
  readonly spelling: (text: string) => string
}

const details = {
  country: { form: /^[A-Z]{2}$/, spelling: (text) => text.toUpperCase() },
  // A language setting is often a tag, such as "de-AT".
  language: { form: /^[a-z]{2}$/, spelling: (text) => text.toLowerCase().replace(/[-_].*/, '') },
  phone: { form: /^\+[0-9]{7,15}$/, spelling: (text) => text.replace(/\(0\)|[\s()./-]/g, '') },
  address: { form: /./, spelling: (text) => text },
} as const satisfies Partial<Record<keyof PayerDetails, Detail>>

const names = Object.keys(details) as (keyof typeof details)[]

/** The details that the service takes, as it takes them. */
export function payerDetails(payer: PayerDetails): PayerDetails {
  const { email, is_new } = payer
  const known = names
    .map((name) => [name, details[name].spelling(payer[name]?.trim() ?? '')] as const)
    .filter(([name, text]) => details[name].form.test(text))
  const [first_name, last_name] = [payer.first_name?.trim(), payer.last_name?.trim()]
  return {
    email,
    ...Object.fromEntries(known),
    ...(first_name && last_name && { first_name, last_name }),
    ...(typeof is_new === 'boolean' && { is_new }),
  }
}
