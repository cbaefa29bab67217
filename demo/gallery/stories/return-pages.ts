import { type Chapter, returnPage } from '../story.ts'

export const returnPages: Chapter = {
  name: 'return-pages',
  title: 'Return page',
  stories: [
    returnPage({ name: 'return-looking', title: 'Looking', shows: '.spin', says: 'Checking your payment…' }),
    returnPage({
      name: 'return-authorized',
      title: 'Authorized',
      read: { status: 'AUTHORIZED' },
      shows: '[part=amount]',
      says: 'Payment received',
    }),
    returnPage({
      name: 'return-complete',
      title: 'Complete',
      read: { status: 'COMPLETED' },
      shows: '.panel.good',
      says: 'Your payment has arrived',
    }),
    returnPage({
      name: 'return-failed',
      title: 'Failed',
      read: { status: 'FAILED', status_details: 'INSUFFICIENT_FUNDS' },
      shows: '.panel.bad',
      says: 'There is not enough money',
    }),
    returnPage({
      name: 'return-expired',
      title: 'Expired',
      read: { status: 'EXPIRED' },
      shows: '.panel.bad',
      says: 'not finished in time',
    }),
    returnPage({
      name: 'return-payout',
      title: 'Payout, complete',
      read: { status: 'COMPLETED', kind: 'payout' },
      shows: '.panel.good',
      says: 'The payout is complete',
    }),
    returnPage({
      name: 'return-lost',
      title: 'Lost',
      read: { problem: 404, detail: 'There is no such session.' },
      shows: '.panel',
      says: 'The shop shows whether your payment has arrived',
    }),
  ],
}
