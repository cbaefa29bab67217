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
    known({
      name: 'authorized',
      title: 'Authorized',
      phase: 'authorized',
      read: { status: 'AUTHORIZED' },
      shows: '.panel',
      says: 'Payment received',
    }),
    known({
      name: 'authorized-disputed',
      title: 'Authorized, under review',
      phase: 'authorized',
      read: { status: 'DISPUTED', outcome: 'authorized' },
      shows: '.panel',
      says: 'under review',
    }),
    known({
      name: 'review-amount',
      title: 'Authorized, another amount',
      phase: 'authorized',
      read: { status: 'COMPLETED', outcome: 'authorized', review: 'amount_differs', redirect_url: null },
      shows: '.panel',
      says: 'The order has a different price',
    }),
    known({
      name: 'review-twice',
      title: 'Authorized, paid twice',
      phase: 'authorized',
      read: { status: 'COMPLETED', outcome: 'authorized', review: 'paid_twice', redirect_url: null },
      shows: '.panel',
      says: 'The order was already paid',
    }),
    known({
      name: 'review-withdrawn',
      title: 'Authorized, order withdrawn',
      phase: 'authorized',
      read: { status: 'COMPLETED', outcome: 'authorized', review: 'order_withdrawn', redirect_url: null },
      shows: '.panel',
      says: 'The order was withdrawn',
    }),
    known({
      name: 'promised-elsewhere',
      title: 'Promised by another session',
      phase: 'idle',
      read: { order_outcome: 'authorized', redirect_url: null },
      shows: '.panel',
      says: 'Payment received',
    }),
    known({
      name: 'complete',
      title: 'Complete',
      phase: 'complete',
      read: { status: 'COMPLETED' },
      shows: '.panel.good',
      says: 'Thank you',
    }),
    known({
      name: 'complete-disputed',
      title: 'Complete, under review',
      phase: 'complete',
      read: { status: 'DISPUTED', outcome: 'complete' },
      shows: '.panel.good',
      says: 'under review',
    }),
    known({
      name: 'expired',
      title: 'Expired',
      phase: 'expired',
      read: { status: 'EXPIRED' },
      shows: '.panel.bad',
      says: 'not finished in time',
    }),
    checkout({
      name: 'cancelled',
      title: 'Cancelled',
      way: ['pay', 'cancel'],
      phase: 'cancelled',
      shows: '.panel + .pay',
      says: 'You can close the payment window',
    }),
    priced({
      name: 'cancelled-early',
      title: 'Cancelled before there was a session',
      way: ['begin', 'cancel'],
      phase: 'cancelled',
      shows: '.panel + .pay',
      says: 'Payment canceled',
    }),
    priced({
      name: 'cancelled-choice',
      title: 'Cancelled, with a choice',
      endpoint: 'choice-card',
      attributes: { order: 'A-1002', methods: 'card bank_account service_wallet' },
      way: ['pay', 'cancel'],
      phase: 'cancelled',
      shows: 'fieldset',
      says: 'Payment canceled',
    }),
  ],
}

export const refusals: Chapter = {
  name: 'refusals',
  title: 'Failed, by reason',
  stories: Object.entries(reasons).map(([reason, says]) =>
    known({
      name: `failed-${reason.toLowerCase().replaceAll('_', '-')}`,
      title: reason,
      phase: 'failed',
      read: { status: 'FAILED', status_details: reason },
      shows: '.panel.bad + .pay',
      says,
    }),
  ),
}
