// The requests of a shop's back office to `payin-checkout/merchant` (docs/merchant.md#paying-out).
import { z } from 'zod'
import { settlements } from '../protocol/alert.ts'
import { parseIban } from '../protocol/iban.ts'
import { described, notes } from './notes.ts'
import { atMostOneOf, capitals, email, oneOf, plainText, reference, serviceId, text } from './values.ts'

const iban = text
  .transform((given, context) => {
    const parsed = parseIban(given)
    if ('iban' in parsed) return parsed.iban
    context.addIssue({ code: 'custom', message: 'Must be an IBAN.' })
    return z.NEVER
  })
  .register(notes, { description: 'An IBAN, with or without spaces.' })

const bankAccount = atMostOneOf(
  'A bank account',
  z.strictObject({
    method: z.literal('bank_account'),
    iban: iban.optional(),
    instrument_id: serviceId.optional(),
  }),
  ['iban', 'instrument_id'],
  'Only one of iban and instrument_id may be given.',
)

const payoutTarget = z
  .discriminatedUnion('method', [
    bankAccount,
    z
      .strictObject({
        method: z.literal('crypto_transfer'),
        address: text.regex(/^0[xX][0-9A-Fa-f]{40}$/, 'Must be a wallet address: 0x and 40 hex digits.'),
        network: z.literal('polygon', { error: 'Must be polygon.' }),
      })
      .register(notes, { title: 'A wallet address' }),
    z
      .strictObject({ method: z.literal('service_wallet'), email: email.optional() })
      .register(notes, { title: 'The service’s wallet' }),
  ])
  .register(notes, {
    id: 'PayoutTarget',
    description: 'Where the money goes. Without it, the recipient chooses on the hosted page.',
  })

const name = plainText.max(200)

/** A payout request. The service checks it again; errors that it would report are found here, before anything is stored. */
export const payoutRequest = z
  .strictObject({
    reference: described(
      reference
        // It is read at an address, which such a segment would change (RFC 3986 §5.2.4).
        .regex(/^(?!(.*[/\\])?\.{1,2}([/\\]|$))/, 'Must hold no "." or ".." between slashes.')
        // Two that look alike would be paid out twice.
        .refine(
          (given) =>
            given ===
            given
              .normalize('NFC')
              .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
              .trim(),
          'Must hold no blank at an end, no invisible character, and letters in their composed form (NFC).',
        ),
      'Chosen by you. A reference is paid out once.',
    ),
    amount: z.strictObject({
      value: z
        .string({ error: 'Must be a decimal string, such as "49.90".' })
        .regex(
          /^(?=.*[1-9])[0-9]+(\.[0-9]{1,8})?$/,
          'Must be a positive decimal string with at most 8 decimals.',
        ),
      currency: plainText
        .min(1, 'Must be an ISO 4217 code or a crypto symbol.')
        .max(12)
        .regex(capitals, 'Must be in capitals without blanks, such as "EUR".'),
    }),
    recipient: described(
      z
        .strictObject({
          country: text.regex(/^[A-Z]{2}$/, 'Must be two capitals of ISO 3166-1.').optional(),
          language: text.regex(/^[a-z]{2}$/, 'Must be two letters of ISO 639-1.').optional(),
          first_name: name.optional(),
          last_name: name.optional(),
          phone: text.regex(/^\+[0-9]{7,15}$/, 'Must be + and 7 to 15 digits.').optional(),
          address: text.max(500).optional(),
        })
        .optional(),
      'Country and language preselect those of the hosted page.',
    ),
    payment: payoutTarget.optional(),
  })
  .register(notes, { id: 'PayoutRequest' })

const sentence = (most: number, of = text) =>
  of.trim().min(1, 'Must not be empty.').max(most, `Must have at most ${most} characters.`)

/** How a person settles an alert. */
export const settleRequest = z
  .strictObject({
    as: described(
      oneOf(settlements),
      '`accepted`: the money pays the order. `refunded`: you have given it back. `noted`: nothing changes.',
    ),
    by: described(sentence(100, plainText), 'Who settles it.'),
    note: described(sentence(1_000).nullish(), 'Why.'),
  })
  .register(notes, { id: 'SettleRequest' })
