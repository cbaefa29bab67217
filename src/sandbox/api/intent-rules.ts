// The rules of a create request that a schema cannot check, because they need stored data.
import { type ValidationError, validationProblem } from '../problem.ts'
import { findBank } from '../service/banks.ts'
import type { PayinIntent, PayoutIntent } from '../service/intents.ts'
import type { Payers } from '../service/payers.ts'

/** @throws {Problem} 422, one entry for each field */
export function checkPayinIntent({ payment, payer, settlement }: PayinIntent, payers: Payers): void {
  const errors: ValidationError[] = []
  if (payment?.method === 'bank_account') {
    const { bank_id, instrument_id } = payment
    if (bank_id !== undefined && !findBank(bank_id)) {
      errors.push({ pointer: '/payment/bank_id', detail: 'No bank has this id. GET /banks lists them.' })
    }
    // "It must belong to the payer identified by payer.email."
    if (instrument_id !== undefined && !payers.accountOf(payer.email, instrument_id)) {
      const detail = 'No bank account of this payer has this id. GET /payers lists them.'
      errors.push({ pointer: '/payment/instrument_id', detail })
    }
  }
  if (settlement?.method === 'bank_account')
    errors.push(...findUnknownAccount(settlement, '/settlement', payers))
  if (errors.length > 0) throw validationProblem(errors)
}

/** @throws {Problem} 422, one entry for each field */
export function checkPayoutIntent({ payment }: PayoutIntent, payers: Payers): void {
  const errors = payment?.method === 'bank_account' ? findUnknownAccount(payment, '/payment', payers) : []
  if (errors.length > 0) throw validationProblem(errors)
}

// "Reuse an account the recipient used earlier as a payer": a payout names no e-mail, so any account on record will do.
function findUnknownAccount(
  { instrument_id }: { instrument_id?: string },
  pointer: string,
  payers: Payers,
): ValidationError[] {
  if (instrument_id === undefined || payers.accountOnRecord(instrument_id)) return []
  const detail = 'No bank account has this id. GET /payers lists them.'
  return [{ pointer: `${pointer}/instrument_id`, detail }]
}
