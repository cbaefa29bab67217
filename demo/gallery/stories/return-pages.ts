import { type Chapter, returnPage } from '../story.ts'

export const returnPages: Chapter = {
  name: 'return-pages',
  title: 'Return page',
  stories: [
    returnPage('return-looking', 'Looking', 'Checking your payment…', { shows: '.spin' }),
    returnPage('return-authorized', 'Authorized', 'Payment received', {
      read: { status: 'AUTHORIZED' },
      shows: '[part=amount]',
    }),
    returnPage('return-complete', 'Complete', 'Your payment has arrived', {
      read: { status: 'COMPLETED' },
      shows: '.panel.good',
    }),
    returnPage('return-failed', 'Failed', 'There is not enough money', {
      read: { status: 'FAILED', status_details: 'INSUFFICIENT_FUNDS' },
      shows: '.panel.bad',
    }),
    returnPage('return-expired', 'Expired', 'not finished in time', {
      read: { status: 'EXPIRED' },
      shows: '.panel.bad',
    }),
    returnPage('return-payout', 'Payout, complete', 'The payout is complete', {
      read: { status: 'COMPLETED', kind: 'payout' },
      shows: '.panel.good',
    }),
    returnPage('return-lost', 'Lost', 'The shop shows whether your payment has arrived', {
      read: { problem: 404, detail: 'There is no such session.' },
      shows: '.panel',
    }),
  ],
}
