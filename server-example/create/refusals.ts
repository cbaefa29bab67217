// Why the service refused a press, for the answer to the page. What the shopper chose can be chosen otherwise, so it is
// said with its pointer; anything else wrong with the request is the shop's own fault and stays out of the browser.
import { HttpProblem, unprocessable } from '../http/problems.ts'
import type { SessionRow } from '../store/session-row.ts'

/** Our own sentences: the service's words are for the developer. */
const sentences: ReadonlyMap<string, string> = new Map([
  ['/payment', 'This way to pay is not available for this order.'],
  ['/payment/method', 'This way to pay is not available for this order.'],
  ['/payment/bank_id', 'This bank is not available. Choose another one.'],
  ['/payment/iban', 'The payment service does not accept this IBAN.'],
  ['/payment/instrument_id', 'This saved account is not known, or it is somebody else’s.'],
  ['/payment/email', 'The payment service does not accept this e-mail address.'],
])

/** The answer for a session that the service refused: 422 where the choice alone was the reason, else 500. */
export function problemOfRefusal({ rejected_pointers }: SessionRow): HttpProblem {
  const pointers = JSON.parse(rejected_pointers ?? '[]') as string[]
  const errors = pointers.map((pointer) => ({ pointer, detail: sentences.get(pointer) ?? '' }))
  return errors.length > 0 && errors.every(({ detail }) => detail)
    ? unprocessable(...errors)
    : new HttpProblem(500, 'The payment service refused the shop’s request.')
}
