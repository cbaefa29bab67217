import { type Answer, type Chapter, known, priced } from '../story.ts'

/** A press that ends in a fault of `src/protocol/fault.ts`. */
function fault(kind: string, title: string, create: Answer, says: string, shows = '.panel.bad + .pay') {
  return priced(`error-${kind}`, title, says, { create, way: ['pay'], phase: 'error', shows })
}

const notSetUp = 'Something is not set up correctly'
// `Retry-After` is above the widget's retry limit, so the fault is shown at once, not after half a minute.
const later = { retryAfter: 3_600 }

export const faults: Chapter = {
  name: 'faults',
  title: 'When it cannot go on',
  stories: [
    fault(
      'network',
      'network',
      { problem: 408, detail: 'The request took too long.', ...later },
      'The shop could not be reached',
    ),
    fault(
      'unavailable',
      'unavailable',
      { problem: 503, detail: 'The payment service cannot be reached.', ...later },
      'This is not available at the moment',
    ),
    fault('invalid', 'invalid', { problem: 422, detail: 'There is no such order.' }, notSetUp),
    fault('forbidden', 'forbidden', { problem: 403, detail: 'This page may not create sessions.' }, notSetUp),
    fault('bad-answer', 'bad_answer', 'html', notSetUp),
    fault('bad-redirect-url', 'bad_redirect_url', { redirect_url: 'javascript:alert(1)' }, notSetUp),
    priced('error-misconfigured', 'misconfigured', notSetUp, {
      attributes: { order: '' },
      way: ['pay'],
      phase: 'error',
    }),
    fault(
      'already-paid',
      'already_paid',
      { problem: 409, detail: 'The order is already paid.' },
      'This order has already been paid',
      '.panel.good',
    ),
    fault(
      'two-open',
      'two_open',
      {
        problem: 422,
        type: 'urn:payin-checkout:two-payments-open',
        pointer: '/payment',
        detail: 'Two payments of this order are open already.',
      },
      'Two payments for this order are already open',
    ),
    fault(
      'price-changed',
      'price_changed',
      {
        problem: 409,
        type: 'urn:payin-checkout:price-changed',
        detail: 'The order costs 60.00 EUR now.',
        amount: { value: '60.00', currency: 'EUR' },
      },
      'The price has changed',
      '.panel + .pay',
    ),
    fault(
      'withdrawn',
      'order_withdrawn',
      {
        problem: 409,
        type: 'urn:payin-checkout:order-withdrawn',
        detail: 'The shop has withdrawn the order.',
      },
      'This order can no longer be paid',
      '.panel',
    ),
    known('paid-elsewhere', 'already_paid, by another session', 'This order has already been paid', {
      read: { order_outcome: 'complete', redirect_url: null },
      phase: 'error',
      shows: '.panel.good',
    }),
    known('lost', 'not_found', 'This payment can no longer be found', {
      read: { problem: 404, detail: 'There is no such session.' },
      phase: 'error',
      shows: '.panel.bad',
    }),
  ],
}
