import { type Chapter, checkout, known, priced } from '../story.ts'

/** `status_details` of payments-v2, with the text for each. */
const reasons = {
  INSUFFICIENT_FUNDS: 'There is not enough money',
  DECLINED_BY_ISSUER: 'The bank or card issuer refused',
  INSTRUMENT_INVALID: 'details are not valid',
  INSTRUMENT_BLOCKED: 'This card or account is blocked',
  AUTHORIZATION_FAILED: 'The confirmation with your bank',
  DECLINED_BY_PAYER: 'The payment was canceled',
  RISK_REJECTED: 'could not be accepted',
  PROVIDER_ERROR: 'technical problem',
  OTHER: 'The payment was refused',
}

export const ends: Chapter = {
  name: 'ends',
  title: 'The result',
  stories: [
    known('authorized', 'Authorized', 'Payment received', {
      phase: 'authorized',
      read: { status: 'AUTHORIZED' },
    }),
    known('authorized-disputed', 'Authorized, under review', 'under review', {
      phase: 'authorized',
      read: { status: 'DISPUTED', outcome: 'authorized' },
    }),
    known('review-amount', 'Authorized, another amount', 'The order has a different price', {
      phase: 'authorized',
      read: { status: 'COMPLETED', outcome: 'authorized', review: 'amount_differs', redirect_url: null },
    }),
    known('review-twice', 'Authorized, paid twice', 'The order was already paid', {
      phase: 'authorized',
      read: { status: 'COMPLETED', outcome: 'authorized', review: 'paid_twice', redirect_url: null },
    }),
    known('review-withdrawn', 'Authorized, order withdrawn', 'The order was withdrawn', {
      phase: 'authorized',
      read: { status: 'COMPLETED', outcome: 'authorized', review: 'order_withdrawn', redirect_url: null },
    }),
    known('promised-elsewhere', 'Promised by another session', 'Payment received', {
      read: { order_outcome: 'authorized', redirect_url: null },
      shows: '.panel',
    }),
    known('complete', 'Complete', 'Thank you', { phase: 'complete', read: { status: 'COMPLETED' } }),
    known('complete-disputed', 'Complete, under review', 'under review', {
      phase: 'complete',
      read: { status: 'DISPUTED', outcome: 'complete' },
    }),
    known('expired', 'Expired', 'not finished in time', { phase: 'expired', read: { status: 'EXPIRED' } }),
    checkout('cancelled', 'Cancelled', 'You can close the payment window', {
      way: ['pay', 'cancel'],
      phase: 'cancelled',
    }),
    priced('cancelled-early', 'Cancelled before there was a session', 'Payment canceled', {
      way: ['begin', 'cancel'],
      phase: 'cancelled',
    }),
    priced('cancelled-choice', 'Cancelled, with a choice', 'Payment canceled', {
      endpoint: 'choice-card',
      attributes: { order: 'A-1002', methods: 'card bank_account service_wallet' },
      way: ['pay', 'cancel'],
      phase: 'cancelled',
      shows: 'fieldset',
    }),
  ],
}

export const refusals: Chapter = {
  name: 'refusals',
  title: 'Failed, by reason',
  stories: Object.entries(reasons).map(([reason, says]) =>
    known(`failed-${reason.toLowerCase().replaceAll('_', '-')}`, reason, says, {
      phase: 'failed',
      read: { status: 'FAILED', status_details: reason },
    }),
  ),
}
