// The body of POST /payins. What a payin may be combined with (method with settlement, amount limits) is not
// shown in the document, so every combination is accepted.
import * as z from 'zod'
import { absoluteUrl, amount, payerDetails, reference } from './field-types.ts'
import { toValidationErrors } from './json-pointer.ts'
import { payment, settlement } from './payment-methods.ts'
import { validationProblem } from './problem.ts'

// How the service treats fields that it does not know is not shown: here they are ignored and not echoed.
const payinIntent = z.object({
  amount,
  payer: payerDetails,
  payment: payment.optional(),
  settlement: settlement.optional(),
  reference: reference.optional(),
  return_url: absoluteUrl,
  webhook_url: absoluteUrl.optional(),
})

export type PayinIntent = z.infer<typeof payinIntent>
export type PayinMethod = z.infer<typeof payment>['method']

/** Throws the 422 problem that names every failing field. */
export function parsePayinIntent(body: unknown): PayinIntent {
  const parsed = payinIntent.safeParse(body, {
    error: (issue) =>
      issue.code === 'invalid_type' && issue.input === undefined ? 'This field is required.' : undefined,
  })
  if (parsed.success) return parsed.data
  throw validationProblem(toValidationErrors(parsed.error.issues))
}
