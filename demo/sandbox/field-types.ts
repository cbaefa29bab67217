// The document's shared types ("Shared types", "UserDetails", "PayerDetails") as zod schemas.
import * as z from 'zod'

export const uuid = z.guid('Must be a UUID.')
export const email = z.email('Must be an e-mail address.')
export const reference = z.string().min(1, 'Must not be empty.').max(36, 'Must have at most 36 characters.')

export const amount = z.object({
  value: z
    .string()
    .regex(/^[0-9]+(\.[0-9]{1,8})?$/, 'Must be a decimal string with at most 8 decimal places, like "49.90".')
    .refine((value) => /[1-9]/.test(value), 'Must be positive.'),
  // An ISO 4217 code or a market symbol such as USDT. Which ones the service knows is not shown, so only the
  // look is checked.
  currency: z
    .string()
    .regex(
      /^(?=.*[A-Z])[A-Z0-9]{2,10}$/,
      'Must be an ISO 4217 code like "EUR" or a crypto symbol like "USDC".',
    ),
})

// Printable ASCII only, as RFC 3986 has it: `new URL` would forgive a line break or an umlaut that a
// Location header then refuses, after the payer has paid.
export const absoluteUrl = z
  .string()
  .refine(
    (url) => /^https?:\/\/[\x21-\x7e]+$/i.test(url) && URL.canParse(url),
    'Must be an absolute http or https URL.',
  )

export const iban = z
  .string()
  .regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/, 'Must be an IBAN without spaces, in capital letters.')
  .refine((text) => ibanRemainder(text) === 1, 'Must be an IBAN with correct check digits.')

/** ISO 13616: the first four characters go last, letters count as 10 to 35, and the remainder by 97 is 1. */
function ibanRemainder(text: string): number {
  const rotated = text.slice(4) + text.slice(0, 4)
  const digits = rotated.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return [...digits].reduce((remainder, digit) => (remainder * 10 + Number(digit)) % 97, 0)
}

export const payerDetails = z
  .object({
    email,
    country: z.string().regex(/^[A-Z]{2}$/, 'Must be an ISO 3166-1 alpha-2 code like "DE".'),
    language: z.string().regex(/^[a-z]{2}$/, 'Must be an ISO 639-1 code like "de".'),
    first_name: z.string(),
    last_name: z.string(),
    phone: z.string().regex(/^\+[0-9]{7,15}$/, 'Must be "+" and 7 to 15 digits.'),
    address: z.string(),
    is_new: z.boolean(),
  })
  .partial()
  .required({ email: true })
  .superRefine((payer, context) => {
    // "When name information is given, first_name and last_name must both be given."
    if ((payer.first_name === undefined) === (payer.last_name === undefined)) return
    const missing = payer.first_name === undefined ? 'first_name' : 'last_name'
    context.addIssue({ code: 'custom', path: [missing], message: 'Both names must be given, or none.' })
  })
