import type { Caller } from './caller.ts'
import { createLists } from './pages.ts'
import { fieldsOf, text } from './read-fields.ts'

/** A bank that takes open banking payments (payments-v2, Bank). `id` is a payin's `bank_id`. */
export interface Bank {
  readonly id: string
  readonly name: string
  readonly logo_url: string | null
}

/** `GET /banks`: banks change rarely, so keep the list for some minutes. */
export const createBanks = (call: Caller) => createLists(call, '/banks', { read: parseBank })

function parseBank(json: unknown): Bank | null {
  const fields = fieldsOf(json)
  if (typeof fields?.id !== 'string' || typeof fields.name !== 'string') return null
  return { ...fields, id: fields.id, name: fields.name, logo_url: text(fields.logo_url) }
}
