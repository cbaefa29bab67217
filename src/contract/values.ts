// The contract of the merchant protocol (docs/protocol.md#the-merchant-protocol) as schemas. The merchant library reads requests
// with them, `verify` checks a server's answers with them, and openapi.json is generated from them. So what stands here is the only
// description of a field. It imports the protocol's names and zod, and nothing of the widget imports it.
//
// This file: values that several requests and answers have.
import { z } from 'zod'
import { decimal } from '../protocol/money.ts'
import { component, described, notes } from './notes.ts'

/** A UUID in either case. */
export const uuid = /^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/

/** No control characters. Not `\p{Cc}`: a schema's pattern is also read by languages that do not know it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are refused
const noControls = /^[^\x00-\x1f\x7f-\x9f]*$/

export const text = z.string('Must be a text.')
export const someText = text.min(1, 'Must not be empty.')
export const plainText = text.regex(noControls, 'Must hold no control characters.')

/** A currency as the payment service writes it. Not a list of codes: the document names none. */
export const capitals = /^[^a-z\s]*$/

/** The id of an object of the payment service. */
export const serviceId = text.regex(uuid, 'Must be a UUID.').register(notes, { format: 'uuid' })

export const email = z.email('Must be an e-mail address.').max(254)

/** RFC 3339, with seconds and with an offset: without one, a browser reads the time of its own place. */
export const time = z.iso.datetime({
  offset: true,
  error: 'Must be a time with its offset, such as "2026-11-20T15:00:00Z".',
})

/** One of these words. */
export const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, { error: `Must be one of ${words.join(', ')}.` })

/** An order's id or a payout's reference, as the payment service takes it for `reference` (payments-v2, Reference). */
export const reference = plainText.min(1, 'Must not be empty.').max(36, 'Must have at most 36 characters.')

export const isReference = (given: unknown): boolean => reference.safeParse(given).success

/** An object of which at most one of these fields may be given. */
export function atMostOneOf<Shape extends z.ZodType<object>>(
  title: string,
  shape: Shape,
  fields: readonly string[],
  message: string,
): Shape {
  const given = (value: object) => fields.filter((field) => (value as Record<string, unknown>)[field])
  const pairs = fields.flatMap((one, at) => fields.slice(at + 1).map((other) => ({ required: [one, other] })))
  const not = pairs.length === 1 ? (pairs[0] ?? {}) : { anyOf: pairs }
  const refined = shape.refine((value) => given(value).length <= 1, { error: message })
  notes.add<z.ZodType>(refined, { title, not })
  return refined
}

export const money = component(
  'Money',
  'An amount.',
  {
    value: described(
      z
        .string('Must be a decimal string, such as "49.90".')
        .regex(decimal, 'Must be a decimal string with at most 8 decimals, such as "49.90".'),
      'A decimal string, never a number.',
    ),
    currency: described(someText, 'An ISO 4217 code or the symbol of a crypto currency.'),
  },
  'Must be { "value": "49.90", "currency": "EUR" }.',
)
