// How the payer pays (`payment`) and how the merchant is paid (`settlement`), both discriminated by `method`.
import * as z from 'zod'
import { findBank } from './banks.ts'
import { email, iban, uuid } from './field-types.ts'

// Instruments come from GET /payers, which this sandbox does not serve yet: no id can belong to the payer.
const instrumentId = uuid.refine(() => false, 'No instrument of this payer has this id.')

type Variants = Record<string, unknown>

/** "Mutually exclusive; the fields of the other variants must be absent": all after the first are refused. */
function oneVariantOnly(account: Variants, context: z.RefinementCtx, variants: readonly string[]) {
  const [first, ...others] = variants.filter((name) => account[name] !== undefined)
  for (const name of others) {
    const message = `Must be absent when ${first} is given.`
    context.addIssue({ code: 'custom', path: [name], message })
  }
}

const payinBankAccount = z
  .object({
    method: z.literal('bank_account'),
    bank_id: uuid
      .refine((id) => findBank(id) !== undefined, 'No bank has this id. GET /banks lists them.')
      .optional(),
    iban: iban.optional(),
    instrument_id: instrumentId.optional(),
  })
  .superRefine((account, context) => oneVariantOnly(account, context, ['bank_id', 'iban', 'instrument_id']))

export const payment = z.discriminatedUnion('method', [
  payinBankAccount,
  z.object({ method: z.literal('card') }),
  z.object({ method: z.literal('google_pay') }),
  z.object({ method: z.literal('apple_pay') }),
  z.object({ method: z.literal('crypto_transfer') }),
  z.object({ method: z.literal('service_wallet'), email: email.optional() }),
])

// `bank_account` and `crypto_transfer` use the payout detail shapes.
const payoutBankAccount = z
  .object({
    method: z.literal('bank_account'),
    iban: iban.optional(),
    instrument_id: instrumentId.optional(),
  })
  .superRefine((account, context) => oneVariantOnly(account, context, ['iban', 'instrument_id']))

export const settlement = z.discriminatedUnion('method', [
  z.object({ method: z.literal('service_balance') }),
  payoutBankAccount,
  z.object({
    method: z.literal('crypto_transfer'),
    address: z.string().min(1, 'Must not be empty.'),
    network: z.literal('polygon', 'Must be "polygon".'),
  }),
])
