// The one place where an error becomes an answer (RFC 9457): which status it has, which field it points at, when to come again.
// Inside, errors are the domain's own (errors/), the service client's or the database's, and know nothing of HTTP.
import { ServiceError } from '../../server/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { KnownError } from '../errors/errors.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import type { MayNotPay } from '../errors/order-errors.ts'
import { CannotTakePayments, type RefusedByService } from '../errors/service-errors.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from '../store/database-errors.ts'
import { HttpProblem, unprocessable } from './problems.ts'

/** `type` of the problem, by which a page can tell it from other refusals. */
const twoPaymentsOpen = 'urn:payin-checkout:two-payments-open'

type Answers = { readonly [Each in KnownError as Each['kind']]: (error: Each) => HttpProblem }

const answers: Answers = {
  no_such_order: fieldError('/order'),
  kind_cannot_pay: fieldError('/kind'),
  reference_of_another_amount: fieldError('/reference'),
  wrong_claim_code: fieldError('/code'),
  may_not_pay: ({ message, token }) =>
    new HttpProblem(403, message, { errors: [{ pointer: '/token', detail: tokenProblems[token] }] }),
  order_already_paid: withStatus(409),
  payment_open_elsewhere: withStatus(409),
  key_of_another_request: withStatus(422),
  two_payments_open: ({ message, canChooseAnother, endsInMs }) =>
    canChooseAnother
      ? new HttpProblem(422, message, {
          type: twoPaymentsOpen,
          errors: [{ pointer: '/payment', detail: message }],
        })
      : new HttpProblem(429, message, {
          type: twoPaymentsOpen,
          headers: retryAfter(Math.min(60_000, endsInMs)),
        }),
  refused_by_service: (error) =>
    error.askedBy === 'shopper' ? refusedShopper(error) : refusedBackOffice(error),
  // Not a status of proxies (502, 503): they say that of a server that restarts, and the widget rightly tries again; trying
  // again does not help here.
  cannot_take_payments: withStatus(500),
  no_hosted_page: withStatus(500),
  too_many_claim_codes: retryLater(429),
  too_many_requests: retryLater(429),
  too_many_webhooks: retryLater(429),
  // Not 500: the widget asks again with the same key, and a webhook comes again.
  try_again_later: ({ message }) => new HttpProblem(503, message, { headers: retryAfter(1_000) }),
  unusable_webhook: withStatus(400),
}

/**
 * The answer for an error; `null` for one that nobody expected, of which the asker is told nothing.
 * A shopper hears none of the service's words: they are for the developer.
 */
export function answerOf(error: unknown): HttpProblem | null {
  if (error instanceof HttpProblem) return error
  if (error instanceof DomainError) return answerOfDomain(error as KnownError)
  if (error instanceof ServiceError) return answerOfService(error)
  return isDatabaseUnavailable(error) || isDatabaseBusy(error) ? answerOfDomain(new TryAgainLater()) : null
}

function answerOfDomain(error: KnownError): HttpProblem {
  const answer = answers[error.kind] as (error: KnownError) => HttpProblem
  return answer(error)
}

/** The service could not be asked. 503: the widget repeats with the same key, so nothing is paid twice. */
function answerOfService({ kind, retryAfterMs }: ServiceError): HttpProblem {
  if (kind === 'check_key' || kind === 'fix_request') return answerOfDomain(new CannotTakePayments())
  // Not the whole of a long pause: who asks again every ten seconds is served soon after it, and hears that we are there.
  return new HttpProblem(503, 'The payment service cannot be reached at the moment.', {
    headers: retryAfter(Math.min(10_000, retryAfterMs ?? 3_000)),
  })
}

type AnswerOf<Parts = unknown> = (error: DomainError & Parts) => HttpProblem

/** A status, and the error's own sentence. */
function withStatus(status: number): AnswerOf {
  return ({ message }) => new HttpProblem(status, message)
}

/** 422 for one field of the request. */
function fieldError(pointer: string): AnswerOf {
  return ({ message }) => unprocessable({ pointer, detail: message })
}

/** A status, and when to come again. */
function retryLater(status: number): AnswerOf<{ readonly waitMs: number }> {
  return ({ message, waitMs }) => new HttpProblem(status, message, { headers: retryAfter(waitMs) })
}

/** Whole seconds, and at least one. */
function retryAfter(waitMs: number): { readonly 'retry-after': string } {
  return { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1_000))) }
}

const tokenProblems: Readonly<Record<MayNotPay['token'], string>> = {
  missing:
    'A signed order token is needed. Set the `token` attribute to what the server signs for this order.',
  wrong:
    'This token was not signed for this order by this server. Set the `token` attribute anew with each order.',
  expired: 'This token has expired. Load the page again.',
}

/** Our own sentences for what a shopper has chosen. */
const choiceMessages: ReadonlyMap<string, string> = new Map([
  ['/payment', 'This way to pay is not available for this order.'],
  ['/payment/method', 'This way to pay is not available for this order.'],
  ['/payment/bank_id', 'This bank is not available. Choose another one.'],
  ['/payment/iban', 'The payment service does not accept this IBAN.'],
  ['/payment/instrument_id', 'This saved account is not known, or it is somebody else’s.'],
  ['/payment/email', 'The payment service does not accept this e-mail address.'],
])

/** What the shopper chose can be chosen otherwise, so it is said; anything else is the shop's own fault. */
function refusedShopper({ pointers }: RefusedByService): HttpProblem {
  const errors = pointers.map((pointer) => ({ pointer, detail: choiceMessages.get(pointer) ?? '' }))
  return errors.length > 0 && errors.every(({ detail }) => detail)
    ? unprocessable(...errors)
    : new HttpProblem(500, 'The payment service refused the shop’s request.')
}

/** The back office sent all fields itself, and is told each of them. */
function refusedBackOffice({ pointers }: RefusedByService): HttpProblem {
  if (pointers.length === 0) return new HttpProblem(422, 'The payment service refused this payout.')
  const detail = 'The payment service refuses this value.'
  return unprocessable(...pointers.map((pointer) => ({ pointer, detail })))
}
