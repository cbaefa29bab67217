// The diagram of docs/internals/fault-table.md for a create request with a lost or failed answer, generated from the rule that decides
// what follows each answer.
import { resendForMs } from '../../../src/merchant/create/send-keyed.ts'
import { isPermanentRefusal } from '../../../src/merchant/service/error-meaning.ts'
import { diagnose } from '../../../src/server/diagnose.ts'
import type { CallSummary, Fault } from '../../../src/server/fault.ts'
import { defaultRetryPolicy, failureOf } from '../../../src/server/retry.ts'

const createOfPayin: CallSummary = {
  name: 'POST /payins',
  repeats: 'after_any_fault',
  keyed: true,
  apiKeyPrefix: 'test_',
}
const answer = (status: number): Fault => ({ reason: 'answer', status, problem: null, retryAfterMs: null })
const noAnswer = (reason: 'network' | 'timeout'): Fault => ({
  reason,
  status: null,
  problem: null,
  retryAfterMs: null,
})

/** All possible answers, with their names in the diagram. */
const cases: readonly (readonly [string, Fault])[] = [
  ...[400, 401, 403, 404, 408, 409, 422, 429].map((status) => [String(status), answer(status)] as const),
  ...[500, 502, 503, 504].map((status) => ['5xx', answer(status)] as const),
  ['cut', noAnswer('network')],
  ['timeout', noAnswer('timeout')],
]

type Way = 'floor' | 'jitter' | 'refused' | 'repair'

/** What follows an answer, decided by the code of the client and the merchant server. */
function wayOf(fault: Fault): Way {
  const failure = failureOf(fault, createOfPayin.repeats, createOfPayin.keyed)
  if (failure) return failure.reason === 'in_flight' || failure.reason === 'rate_limited' ? 'floor' : 'jitter'
  return isPermanentRefusal(diagnose(fault, createOfPayin, 1)) ? 'refused' : 'repair'
}

const namesOf = (way: Way) =>
  [...new Set(cases.filter(([, fault]) => wayOf(fault) === way).map(([name]) => name))].join(', ')

/** The diagram, as Mermaid. */
export function faultDiagram(): string {
  const { maxAttempts, totalMs } = defaultRetryPolicy
  const last = `${maxAttempts} tries or ${totalMs / 1_000} s`
  return `flowchart TD
  freeze["store key and bytes"] --> send["send them"]
  send -->|"200, 201"| known["the payin is known"]
  send -->|"${namesOf('floor')}"| floor["wait as Retry-After says,<br/>send the same bytes again"]
  send -->|"${namesOf('jitter')}"| jitter["wait, longer each time,<br/>send the same bytes again"]
  send -->|"${namesOf('refused')}"| refused["failed, unless the server<br/>finds an earlier payin"]
  send -->|"${namesOf('repair')}"| repair["key and bytes are kept until<br/>the shop is repaired"]
  floor -->|"409 on the last try"| look["find the payin by its reference"]
  floor -->|"429, ${last}"| later["answer 503:<br/>the widget repeats"]
  jitter -->|"${last}"| later
  later -->|"after ${resendForMs / 3_600_000} hours"| look
  look --> known`
}
