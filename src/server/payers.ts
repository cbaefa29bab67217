// Payers of payments-v2, with the payment instruments that they used before.
import type { Caller, CallOptions } from './caller.ts'
import { checkText } from './check-input.ts'
import { createLists, type ListQuery } from './pages.ts'
import { fieldsOf, text, type UndocumentedValue } from './read-fields.ts'

export interface PayerQuery extends ListQuery {
  /** Exact match. */
  readonly email?: string
}

/** `GET /payers`. */
export function createPayers(call: Caller) {
  const lists = createLists<Payer, PayerQuery>(call, '/payers', { read: parsePayer })
  return {
    ...lists,
    /**
     * The payer with this e-mail, with the saved instruments; `null` if there is none (payments-v2, Payer).
     * @throws {ServiceError}; {TypeError} for an empty e-mail
     */
    async find(email: string, options: CallOptions = {}): Promise<Payer | null> {
      checkText('email', email)
      // Compare again: if a proxy drops the filter, we would return another payer's instruments.
      const wanted = email.toLowerCase()
      for await (const payer of lists.all({ ...options, email })) {
        if (payer.email.toLowerCase() === wanted) return payer
      }
      return null
    },
  }
}

interface InstrumentFields {
  /** The `instrument_id` of a later payin or payout of this payer. */
  readonly id: string
  readonly [field: string]: unknown
}

export interface BankAccountInstrument extends InstrumentFields {
  readonly method: 'bank_account'
  /** Masked: the first 4 and the last 4 characters, `*` between. */
  readonly iban: string | null
}

export interface CardInstrument extends InstrumentFields {
  readonly method: 'card'
  /** Masked: the first 4 and the last 4 digits, `*` between. */
  readonly number: string | null
  /** MM/YY. */
  readonly expiry: string | null
}

/** An instrument with a method that the document does not list yet. */
export interface OtherInstrument extends InstrumentFields {
  readonly method: UndocumentedValue
}

export type PaymentInstrument = BankAccountInstrument | CardInstrument | OtherInstrument

export interface Payer {
  readonly email: string
  /** Instruments that the payer used earlier. Show them to this payer only. */
  readonly instruments: readonly PaymentInstrument[]
  readonly [field: string]: unknown
}

/** Parses a payer; `null` without an e-mail. Instruments without id or method are left out. */
export function parsePayer(json: unknown): Payer | null {
  const fields = fieldsOf(json)
  const email = text(fields?.email)
  if (email === null) return null
  const instruments = Array.isArray(fields?.instruments) ? fields.instruments : []
  return {
    ...fields,
    email,
    instruments: instruments.map(parseInstrument).filter((instrument) => instrument !== null),
  }
}

function parseInstrument(json: unknown): PaymentInstrument | null {
  const fields = fieldsOf(json)
  const id = text(fields?.id)
  const method = text(fields?.method)
  if (!fields || id === null || method === null) return null
  if (method === 'bank_account') return { ...fields, id, method, iban: text(fields.iban) }
  if (method === 'card') {
    return { ...fields, id, method, number: text(fields.number), expiry: text(fields.expiry) }
  }
  return { ...fields, id, method: method as UndocumentedValue }
}
