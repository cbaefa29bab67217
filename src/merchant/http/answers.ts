// The one place that turns errors into HTTP responses (RFC 9457): their status, the field they point at, and Retry-After.
// Other code throws errors of the domain (errors/), of the service client or of the database, which know nothing of HTTP.
import { ServiceError } from '../../server/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import type { KnownError } from '../errors/errors.ts'
import { TryAgainLater } from '../errors/load-errors.ts'
import type { MayNotPay } from '../errors/order-errors.ts'
import { CannotTakePayments, type RefusedByService } from '../errors/service-errors.ts'
import { ShopTimeout } from '../shop-orders.ts'
import { isDatabaseBusy, isDatabaseUnavailable } from '../store/database-errors.ts'
import { HttpProblem, unprocessable } from './problems.ts'

/** The problem's `type`. By it a page can distinguish this refusal from others. */
const twoPaymentsOpen = 'urn:payin-checkout:two-payments-open'

type Answers = { readonly [Each in KnownError as Each['kind']]: (error: Each) => HttpProblem }

const answers: Answers = {
  wrong_fields: ({ errors }) => unprocessable(...errors),
  no_such_order: fieldError('/order'),
  kind_cannot_pay: fieldError('/kind'),
  reference_of_another_amount: fieldError('/reference'),
  wrong_claim_code: fieldError('/code'),
  may_not_pay: ({ message, token }) =>
    new HttpProblem(403, message, { errors: [{ pointer: '/token', detail: tokenProblems[token] }] }),
  no_such_alert: withStatus(404),
  cannot_settle: withStatus(409),
  order_already_paid: ({ message }) =>
    new HttpProblem(409, message, { type: 'urn:payin-checkout:order-paid' }),
  order_promised: ({ message }) =>
    new HttpProblem(409, message, { type: 'urn:payin-checkout:order-promised' }),
  order_withdrawn: ({ message }) =>
    new HttpProblem(409, message, { type: 'urn:payin-checkout:order-withdrawn' }),
  price_changed: ({ message, amount }) =>
    new HttpProblem(409, message, { type: 'urn:payin-checkout:price-changed', amount }),
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
    error.askedBy === 'back_office' ? refusedBackOffice(error) : refusedPayment(error),
  // Not 502 or 503: proxies answer these while a server restarts, and then the widget retries. A retry does not help
  // here.
  cannot_take_payments: withStatus(500),
  no_hosted_page: withStatus(500),
  too_many_claim_codes: retryLater(429),
  too_many_requests: retryLater(429),
  // Not 500: after a 503 the widget repeats the request with the same key, and the service repeats the webhook.
  try_again_later: ({ message }) => new HttpProblem(503, message, { headers: retryAfter(1_000) }),
}

/**
 * The response to an error; `null` for an unexpected one, about which the client learns nothing.
 * The service's error texts never reach a shopper: they are for the developer.
 */
export function answerOf(error: unknown): HttpProblem | null {
  if (error instanceof HttpProblem) return error
  if (error instanceof DomainError) return answerOfDomain(error as KnownError)
  if (error instanceof ServiceError) return answerOfService(error)
  const mayPass = error instanceof ShopTimeout || isDatabaseUnavailable(error) || isDatabaseBusy(error)
  return mayPass ? answerOfDomain(new TryAgainLater()) : null
}

function answerOfDomain(error: KnownError): HttpProblem {
  const answer = answers[error.kind] as (error: KnownError) => HttpProblem
  return answer(error)
}

/** The response when the service failed. After a 503 the widget repeats with the same key, so nothing is paid twice. */
function answerOfService({ kind, retryAfterMs }: ServiceError): HttpProblem {
  if (kind === 'check_key' || kind === 'fix_request') return answerOfDomain(new CannotTakePayments())
  // At most ten seconds, even if the service asked for a longer pause: then the widget is served soon after its end, and
  // it sees meanwhile that this server is up.
  return new HttpProblem(503, 'The payment service cannot be reached at the moment.', {
    headers: retryAfter(Math.min(10_000, retryAfterMs ?? 3_000)),
  })
}

type AnswerOf<Parts = unknown> = (error: DomainError & Parts) => HttpProblem

/** A response with this status and the error's message. */
function withStatus(status: number): AnswerOf {
  return ({ message }) => new HttpProblem(status, message)
}

/** A 422 for one field of the request. */
function fieldError(pointer: string): AnswerOf {
  return ({ message }) => unprocessable({ pointer, detail: message })
}

/** A response with this status, the error's message and Retry-After. */
function retryLater(status: number): AnswerOf<{ readonly waitMs: number }> {
  return ({ message, waitMs }) => new HttpProblem(status, message, { headers: retryAfter(waitMs) })
}

/** The Retry-After header: whole seconds, at least one. */
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

/** Our own messages for choices of the shopper that the service refused. */
const choiceMessages: ReadonlyMap<string, string> = new Map([
  ['/payment', 'This way to pay is not available for this order.'],
  ['/payment/method', 'This way to pay is not available for this order.'],
  ['/payment/bank_id', 'This bank is not available. Choose another one.'],
  ['/payment/iban', 'The payment service does not accept this IBAN.'],
  ['/payment/instrument_id', 'This saved account is not known, or it is somebody else’s.'],
  ['/payment/email', 'The payment service does not accept this e-mail address.'],
])

/** If the shopper's choice was refused, they can choose again: 422. Any other refusal is the shop's fault: 500. */
function refusedPayment({ pointers, askedBy }: RefusedByService): HttpProblem {
  const errors = pointers.map((pointer) => ({ pointer, detail: choiceMessages.get(pointer) ?? '' }))
  return askedBy === 'shopper' && errors.length > 0 && errors.every(({ detail }) => detail)
    ? unprocessable(...errors)
    : new HttpProblem(500, 'The payment service refused the shop’s request.')
}

/** The back office sent all fields itself, so it gets an error for each refused one. */
function refusedBackOffice({ pointers }: RefusedByService): HttpProblem {
  if (pointers.length === 0) return new HttpProblem(422, 'The payment service refused this payout.')
  const detail = 'The payment service refuses this value.'
  return unprocessable(...pointers.map((pointer) => ({ pointer, detail })))
}
