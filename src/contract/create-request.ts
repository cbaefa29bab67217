// The requests of a page: a new session, and the address of its hosted page.
import { z } from 'zod'
import { parseIban } from '../protocol/iban.ts'
import { shopperKinds } from '../protocol/kind.ts'
import { described, notes } from './notes.ts'
import { atMostOneOf, email, oneOf, serviceId, someText, text } from './values.ts'

/** Finds a typing error before a payin is created. */
const iban = text
  .regex(/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,29}$/, {
    error: 'Must be an IBAN in capitals, without spaces.',
    abort: true,
  })
  .refine((given) => 'iban' in parseIban(given), 'Must be an IBAN in capitals, without spaces.')
  .register(notes, { description: 'An IBAN in capitals, without spaces.' })

const bankAccount = atMostOneOf(
  'A bank account',
  z.strictObject({
    method: z.literal('bank_account'),
    bank_id: described(serviceId.optional(), 'A bank of the list of banks.'),
    iban: iban.optional(),
    instrument_id: described(serviceId.optional(), 'An account of the list of instruments.'),
  }),
  ['bank_id', 'iban', 'instrument_id'],
  'Only one of bank_id, iban and instrument_id may be given.',
)

const paymentChoice = z
  .discriminatedUnion('method', [
    bankAccount,
    z
      .strictObject({ method: z.enum(['card', 'google_pay', 'apple_pay', 'crypto_transfer']) })
      .register(notes, { title: 'A method without details' }),
    z
      .strictObject({ method: z.literal('service_wallet'), email: email.optional() })
      .register(notes, { title: 'The service’s wallet' }),
  ])
  .register(notes, {
    id: 'PaymentChoice',
    description: 'How the shopper wants to pay, as chosen in the page. Only a payin has one.',
  })

/**
 * A create request. There is no price and no address among the fields, because a shopper can change whatever a browser sends.
 */
export const createRequest = z
  .object({
    order: described(
      someText,
      'The order’s id. `payin-checkout/merchant` takes at most 36 characters, as the payment service does.',
    ),
    kind: described(oneOf(shopperKinds).default('payin'), 'What the shopper starts.'),
    payment: paymentChoice.nullish(),
    context: described(
      z.record(z.string(), z.unknown()).nullish(),
      'What the page gave to its element in the property `context`.',
    ),
    lang: described(text.max(35).nullish(), 'The shopper’s language, BCP 47.'),
    token: described(
      text.nullish(),
      'The attribute `token`: it proves that this shopper may pay this order. `payin-checkout/merchant` signs it with `merchant.signOrder`.',
    ),
  })
  .register(notes, { id: 'CreateRequest' })

/** The body of a link request: only a payout needs one. */
export const linkRequest = z
  .object({
    code: described(
      text.max(40, 'Must have at most 40 characters.').nullish(),
      'The code that the recipient of a payout has typed.',
    ),
  })
  .register(notes, { id: 'LinkRequest' })
