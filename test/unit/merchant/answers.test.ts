// The answer to each error, to the byte: for a browser, the shop's back office or the service. Pages of older versions
// and programs of others read it.
import { Hono } from 'hono'
import {
  CheckKeyError,
  ConflictError,
  FixRequestError,
  RetryError,
  type ServiceError,
  StartAnewError,
  UnknownAnswerError,
  WaitError,
} from 'payin-checkout/server'
import { expect, test } from 'vitest'
import { TooManyClaimCodes, WrongClaimCode } from '../../../src/merchant/errors/claim-code-errors.ts'
import { TooManyRequests, TryAgainLater } from '../../../src/merchant/errors/load-errors.ts'
import {
  KeyOfAnotherRequest,
  KindCannotPay,
  MayNotPay,
  NoSuchOrder,
  OrderAlreadyPaid,
  PaymentOpenElsewhere,
  ReferenceOfAnotherAmount,
  TwoPaymentsOpen,
} from '../../../src/merchant/errors/order-errors.ts'
import {
  CannotTakePayments,
  NoHostedPage,
  RefusedByService,
} from '../../../src/merchant/errors/service-errors.ts'
import { answerOf } from '../../../src/merchant/http/answers.ts'
import { NoAnswer } from '../../../src/merchant/store/database-errors.ts'

async function answered(error: Error) {
  const app = new Hono().get('/', () => {
    throw error
  })
  app.onError((error, c) => answerOf(error)?.toResponse(c) ?? c.text('nobody expected it', 500))
  const response = await app.request('/')
  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await response.text(),
  }
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  409: 'Conflict',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
}

interface Rest {
  readonly type?: string
  readonly retryAfter?: string
  readonly errors?: readonly (readonly [pointer: string, detail: string])[]
}

const two =
  'Two payments of this order are open already. Go on with one of them, cancel one on its page, or wait until one has ended.'
const twoType = 'urn:payin-checkout:two-payments-open'
const notYours = 'This shopper may not pay this order.'
const noToken =
  'A signed order token is needed. Set the `token` attribute to what the server signs for this order.'
const wrongToken =
  'This token was not signed for this order by this server. Set the `token` attribute anew with each order.'
const oldToken = 'This token has expired. Load the page again.'
const noOrder = 'There is no such order.'
const noCode = 'Enter the code that the sender gave you.'
const wrongCode = 'This code is not right.'
const otherAmount = 'This reference was used for 5.00 EUR. Give another payout another reference.'
const badIban = 'The payment service does not accept this IBAN.'
const noWay = 'This way to pay is not available for this order.'
const refusesValue = 'The payment service refuses this value.'
const shopRefused = 'The payment service refused the shop’s request.'
const notNow = 'The shop cannot take payments at the moment.'
const comeAgain = 'The shop cannot answer at the moment. Nothing is lost; try again.'
const unreachable = 'The payment service cannot be reached at the moment.'

const refused = (askedBy: RefusedByService['askedBy'], ...pointers: string[]) =>
  new RefusedByService(pointers, askedBy)

test.each<[what: string, Error, status: number, detail: string, Rest?]>([
  ['no such order', new NoSuchOrder(), 422, noOrder, { errors: [['/order', noOrder]] }],
  ['no token', new MayNotPay('missing'), 403, notYours, { errors: [['/token', noToken]] }],
  ['a wrong token', new MayNotPay('wrong'), 403, notYours, { errors: [['/token', wrongToken]] }],
  ['an old token', new MayNotPay('expired'), 403, notYours, { errors: [['/token', oldToken]] }],
  [
    'a paid order',
    new OrderAlreadyPaid(),
    409,
    'This order is paid already.',
    { type: 'urn:payin-checkout:order-paid' },
  ],
  [
    'another open payout',
    new PaymentOpenElsewhere(),
    409,
    'A payout with this reference is open, for another recipient. Wait until it has ended.',
  ],
  [
    'a used key',
    new KeyOfAnotherRequest(),
    422,
    'This Idempotency-Key was used for another request. Make a new one for each attempt.',
  ],
  [
    'two open payments, and a choice',
    new TwoPaymentsOpen(true, 5_000),
    422,
    two,
    { type: twoType, errors: [['/payment', two]] },
  ],
  ['two open payments', new TwoPaymentsOpen(false, 4_100), 429, two, { type: twoType, retryAfter: '5' }],
  [
    'two that do not end',
    new TwoPaymentsOpen(false, Number.POSITIVE_INFINITY),
    429,
    two,
    { type: twoType, retryAfter: '60' },
  ],
  ['two that are over', new TwoPaymentsOpen(false, -5), 429, two, { type: twoType, retryAfter: '1' }],
  [
    'an amount of another kind',
    new KindCannotPay('From 2.'),
    422,
    'From 2.',
    { errors: [['/kind', 'From 2.']] },
  ],
  [
    'a used reference',
    new ReferenceOfAnotherAmount({ value: '5.00', currency: 'EUR' }),
    422,
    otherAmount,
    { errors: [['/reference', otherAmount]] },
  ],
  ['no code', new WrongClaimCode('missing'), 422, noCode, { errors: [['/code', noCode]] }],
  ['a wrong code', new WrongClaimCode('wrong'), 422, wrongCode, { errors: [['/code', wrongCode]] }],
  [
    'too many codes',
    new TooManyClaimCodes(900_000),
    429,
    'Too many wrong codes were entered. Wait a quarter of an hour, or ask the sender.',
    { retryAfter: '900' },
  ],
  [
    'a choice that the service refuses',
    refused('shopper', '/payment/iban', '/payment'),
    422,
    `${badIban} ${noWay}`,
    {
      errors: [
        ['/payment/iban', badIban],
        ['/payment', noWay],
      ],
    },
  ],
  ['a request that it refuses', refused('shopper', '/payment/iban', '/amount'), 500, shopRefused],
  ['a request without a reason', refused('shopper'), 500, shopRefused],
  [
    'a payout that it refuses',
    refused('back_office', '/amount/value', '/recipient'),
    422,
    `${refusesValue} ${refusesValue}`,
    {
      errors: [
        ['/amount/value', refusesValue],
        ['/recipient', refusesValue],
      ],
    },
  ],
  ['a payout without a reason', refused('back_office'), 422, 'The payment service refused this payout.'],
  ['a shop that it refuses', new CannotTakePayments(), 500, notNow],
  ['no page', new NoHostedPage(), 500, 'The payment service gave no page that the shopper may be sent to.'],
  ['an overload', new TryAgainLater(), 503, comeAgain, { retryAfter: '1' }],
  ['a limit', new TooManyRequests('Wait a moment.', 1_500), 429, 'Wait a moment.', { retryAfter: '2' }],
  ['a limit that ends now', new TooManyRequests('Wait.', 0), 429, 'Wait.', { retryAfter: '1' }],
  ['a database that is silent', new NoAnswer(5_000), 503, comeAgain, { retryAfter: '1' }],
  [
    'a database that is locked',
    Object.assign(new Error(), { code: '55P03' }),
    503,
    comeAgain,
    { retryAfter: '1' },
  ],
  ...[CheckKeyError, FixRequestError].map((Refusal): [string, ServiceError, number, string] => [
    Refusal.name,
    new Refusal('a message of the service'),
    500,
    notNow,
  ]),
  ...[RetryError, StartAnewError, ConflictError, UnknownAnswerError].map(
    (Fault): [string, ServiceError, number, string, Rest] => [
      Fault.name,
      new Fault('a message of the service'),
      503,
      unreachable,
      { retryAfter: '3' },
    ],
  ),
  ['a pause', new WaitError('', { retryAfterMs: 4_100 }), 503, unreachable, { retryAfter: '5' }],
  ['no pause', new WaitError('', { retryAfterMs: 0 }), 503, unreachable, { retryAfter: '1' }],
  ['a long pause', new WaitError('', { retryAfterMs: 86_400_000 }), 503, unreachable, { retryAfter: '10' }],
])('%s keeps its status, headers and body', async (_, error, status, detail, rest = {}) => {
  const { type = 'about:blank', retryAfter, errors } = rest
  const fieldErrors = errors && { errors: errors.map(([pointer, detail]) => ({ pointer, detail })) }
  expect(await answered(error)).toEqual({
    status,
    headers: {
      'cache-control': 'no-store',
      'content-type': 'application/problem+json',
      ...(retryAfter !== undefined && { 'retry-after': retryAfter }),
    },
    body: JSON.stringify({ type, title: titles[status], status, detail, ...fieldErrors }),
  })
})

test('an unexpected error gets no answer here, so its message reaches no client', () => {
  expect(answerOf(new TypeError('x is not a function'))).toBeNull()
  expect(answerOf('thrown')).toBeNull()
})
