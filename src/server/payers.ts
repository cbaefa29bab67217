import type { Caller, CallOptions } from './caller.ts'
import type { ListQuery } from './list.ts'
import { createLists } from './pages.ts'
import { type Payer, parsePayer } from './payer.ts'

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
     * @throws {ServiceError}
     */
    async find(email: string, options: CallOptions = {}): Promise<Payer | null> {
      // Compare again: if a proxy drops the filter, we would return another payer's instruments.
      const wanted = email.toLowerCase()
      for await (const payer of lists.all({ ...options, email })) {
        if (payer.email.toLowerCase() === wanted) return payer
      }
      return null
    },
  }
}
