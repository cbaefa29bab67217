import { type Answer, type CannedProblem, type Chapter, known, priced, type StoryFields } from '../story.ts'

/** A press that ends in a fault of `src/protocol/fault.ts`. */
const fault = (kind: string, says: string, create: Answer, fields: StoryFields = {}) =>
  priced(`error-${kind.replaceAll('_', '-')}`, kind, says, {
    create,
    way: ['pay'],
    phase: 'error',
    ...fields,
  })

/** The answer with a problem. */
const refused = (problem: CannedProblem['problem'], detail: string, more: Partial<CannedProblem> = {}) => ({
  problem,
  detail,
  ...more,
})
const typed = (name: string) => ({ type: `urn:payin-checkout:${name}` })

const notSetUp = 'Something is not set up correctly'
// `Retry-After` is above the widget's retry limit, so the fault is shown at once, not after half a minute.
const later = { retryAfter: 3_600 }

export const faults: Chapter = {
  name: 'faults',
  title: 'When it cannot go on',
  stories: [
    fault('network', 'The shop could not be reached', refused(408, 'The request took too long.', later)),
    fault(
      'unavailable',
      'This is not available at the moment',
      refused(503, 'The payment service cannot be reached.', later),
    ),
    fault('invalid', notSetUp, refused(422, 'There is no such order.')),
    fault('forbidden', notSetUp, refused(403, 'This page may not create sessions.')),
    fault('bad_answer', notSetUp, 'html'),
    fault('bad_redirect_url', notSetUp, { redirect_url: 'javascript:alert(1)' }),
    priced('error-misconfigured', 'misconfigured', notSetUp, {
      attributes: { order: '' },
      way: ['pay'],
      phase: 'error',
    }),
    fault('already_paid', 'This order has already been paid', refused(409, 'The order is already paid.'), {
      shows: '.panel.good',
    }),
    fault(
      'two_open',
      'Two payments for this order are already open',
      refused(422, 'Two payments of this order are open already.', {
        ...typed('two-payments-open'),
        pointer: '/payment',
      }),
    ),
    fault(
      'price_changed',
      'The price has changed',
      refused(409, 'The order costs 60.00 EUR now.', {
        ...typed('price-changed'),
        amount: { value: '60.00', currency: 'EUR' },
      }),
      { shows: '.panel + .pay' },
    ),
    fault(
      'order_withdrawn',
      'This order can no longer be paid',
      refused(409, 'The shop has withdrawn the order.', typed('order-withdrawn')),
      { shows: '.panel' },
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
