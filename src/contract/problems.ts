// The answers that are problems, each with an example (docs/protocol.md#problems).
import type { ProblemType } from '../protocol/problem-types.ts'
import { problem } from './answers.ts'
import type { ContractAnswer, HeaderName } from './operation.ts'
import { problemTitles } from './problem-titles.ts'

function example(status: number, detail: string, more: object = {}) {
  return { type: 'about:blank', title: problemTitles[status], status, detail, ...more }
}

/** One that a page distinguishes from others of its status by the type. */
const typed = (status: number, type: ProblemType, detail: string, more: object = {}) =>
  example(status, detail, { type, ...more })

const answer = (
  description: string,
  examples: Readonly<Record<string, object>>,
  ...headers: readonly HeaderName[]
): ContractAnswer => ({ description, body: problem, headers: ['Cache-Control', ...headers], examples })

const pointed = (pointer: string, detail: string, more: object = {}) =>
  example(422, detail, { ...more, errors: [{ pointer, detail }] })

const twoPaymentsOpen = 'urn:payin-checkout:two-payments-open' satisfies ProblemType

const tooOften = example(429, 'Too many requests came from this address. Wait a moment.')

/** Answers with the same meaning for several calls. */
export const problems = {
  badRequest: answer('The `Idempotency-Key` is missing or no UUID, or the body is not JSON.', {
    'No key': example(
      400,
      'The header Idempotency-Key must hold a UUID: one per attempt, kept over retries.',
    ),
  }),
  badBody: answer('The body is not JSON.', { 'Not JSON': example(400, 'The body is not JSON.') }),
  noToken: answer(
    'The header `Authorization` is missing or wrong.',
    { 'No token': example(401, 'This address needs the header Authorization: Bearer with the right token.') },
    'WWW-Authenticate',
  ),
  mayNotPay: answer('This shopper may not pay this order, or this page may not start payments.', {
    'No token': example(403, 'This shopper may not pay this order.', {
      errors: [{ pointer: '/token', detail: 'A signed order token is needed.' }],
    }),
  }),
  otherOrigin: answer('The page of this origin may not start payments.', {
    'Another origin': example(403, 'Payments can be started from this shop’s own pages only.'),
  }),
  noSession: answer(
    'There is no such session. Answer a `title`, or the widget takes the answer for that of a proxy.',
    { 'No session': example(404, 'There is no such session.') },
  ),
  incomplete: answer('The body was incomplete. The widget repeats the request with the same key.', {
    Incomplete: example(408, 'The request was incomplete: the client disconnected or was too slow.'),
  }),
  cannotBePaid: answer(
    'The order cannot be paid in this session. The `type` says why; without one, the widget shows the order as paid.',
    {
      Paid: typed(409, 'urn:payin-checkout:order-paid', 'This order is paid already.'),
      Promised: typed(
        409,
        'urn:payin-checkout:order-promised',
        'Another payment of this order is on its way.',
      ),
      Withdrawn: typed(409, 'urn:payin-checkout:order-withdrawn', 'This order can no longer be paid.'),
      'Price changed': typed(
        409,
        'urn:payin-checkout:price-changed',
        'The price of this order has changed.',
        { amount: { value: '54.90', currency: 'EUR' } },
      ),
    },
  ),
  tooLarge: answer('The body is too large.', {
    'Too large': example(413, 'The body is larger than 16 KiB.'),
  }),
  notJson: answer('The body has another content type than JSON.', {
    'No JSON': example(415, 'The body must be JSON, with Content-Type: application/json.'),
  }),
  wrongRequest: answer(
    'The request is wrong; `errors` names the fields. With the `type` `two-payments-open`, two payments of the order are open, and another choice was requested.',
    {
      'No order': pointed('/order', 'There is no such order.'),
      'Two payments open': pointed('/payment', 'Two payments of this order are open already.', {
        type: twoPaymentsOpen,
      }),
    },
  ),
  wrongCode: answer('The code is wrong or missing.', {
    'Wrong code': pointed('/code', 'This code is not right.'),
  }),
  wrongPage: answer('The page number or the page size is wrong.', {
    'Wrong page': pointed('/page', 'page must be a number from 1 to 1000.'),
  }),
  wrongFields: answer('The request is wrong; `errors` names the fields.', {
    'Wrong field': pointed('/amount/value', 'Must be a positive decimal string with at most 8 decimals.'),
  }),
  tooManyCreates: answer(
    'Too many requests. With the `type` `two-payments-open`, two payments of the order are open, and only time helps.',
    {
      'Too many requests': tooOften,
      'Two payments open': typed(429, twoPaymentsOpen, 'Two payments of this order are open already.'),
    },
    'Retry-After',
  ),
  tooMany: answer('Too many requests.', { 'Too many requests': tooOften }, 'Retry-After'),
  tooManyLinks: answer(
    'Too many requests, or too many wrong codes.',
    { 'Too many codes': example(429, 'Too many wrong codes were entered.') },
    'Retry-After',
  ),
  broken: answer(
    'The server or the shop’s settings have a mistake. The widget does not repeat the request.',
    { 'Cannot take payments': example(500, 'The shop cannot take payments at the moment.') },
  ),
  unavailable: answer(
    'The service, or the database of the server, cannot be reached. The widget repeats the request with the same key.',
    { 'Service away': example(503, 'The payment service cannot be reached at the moment.') },
    'Retry-After',
  ),
  notOffered: answer('The server does not have this optional call.', {
    'Not offered': example(404, 'There is nothing at this address.'),
  }),
  wrongSignature: answer('The signature does not match the body.', {
    'Wrong signature': example(401, 'The signature does not match the body.'),
  }),
  notStored: answer(
    'The result is not stored. The service sends the webhook again.',
    { 'Not stored': example(503, 'The shop cannot answer at the moment. Nothing is lost; try again.') },
    'Retry-After',
  ),
  noReference: answer('There is no payout with this reference, or there is no back office.', {
    'No payout': example(404, 'There is no payout with this reference.'),
  }),
  noBackOffice: answer('There is no back office: it has no token.', {
    'No back office': example(404, 'There is nothing at this address.'),
  }),
  noAlert: answer('There is no such alert, or there is no back office.', {
    'No alert': example(404, 'There is no such alert.'),
  }),
  paidOut: answer('The reference was paid out, or its payout is open for another recipient.', {
    'Paid out': typed(409, 'urn:payin-checkout:order-paid', 'This order is paid already.'),
  }),
  settledOtherwise: answer('The alert cannot be settled in this way now. `detail` says what to do first.', {
    'Money is under review': example(
      409,
      'A person must say what became of this money. Settle it as accepted or refunded.',
    ),
  }),
} as const

/** What a call may answer whatever it is about, by status. */
export const ofAnyCall = { 500: problems.broken, 503: problems.unavailable }

/** What a call with a body may answer whatever it is about, by status. */
export const ofAnyBody = { 408: problems.incomplete, 413: problems.tooLarge, 415: problems.notJson }
