import { type Chapter, checkout, known, payout, type StoryFields } from '../story.ts'

const amount = { value: '120.00', currency: 'EUR' }
/** A payout whose page needs the code. */
const coded = { phase: 'idle', read: { amount, redirect_url: null } } as const
const missing = { problem: 404, detail: 'There is no such session.' } as const

export const payouts: Chapter = {
  name: 'payouts',
  title: 'Payout',
  stories: [
    payout({
      name: 'payout-idle',
      title: 'Ready',
      phase: 'idle',
      read: { amount },
      shows: '.pay',
      says: 'Receive €120.00',
    }),
    payout({
      ...coded,
      name: 'payout-code',
      title: 'Ready, with a code',
      way: ['await idle'],
      shows: '#field',
      says: 'The sender gave you this code',
    }),
    payout({
      ...coded,
      name: 'payout-code-missing',
      title: 'No code typed',
      way: ['await idle', 'pay'],
      shows: '#note.wrong',
      says: 'Enter the code that the sender gave you',
    }),
    payout({
      ...coded,
      name: 'payout-code-refused',
      title: 'A wrong code',
      link: { problem: 422, pointer: '/code', detail: 'This code is not right.' },
      way: ['await idle', 'type K7QM-2XDR', 'pay'],
      shows: '#note.wrong',
      says: 'This code is not right',
    }),
    payout({
      ...coded,
      name: 'payout-code-later',
      title: 'Too many wrong codes',
      link: { problem: 429, detail: 'Too many wrong codes.', retryAfter: 900 },
      way: ['await idle', 'type K7QM-2XDR', 'pay'],
      shows: '#note.wrong',
      says: 'Wait 15 minutes',
    }),
    payout({
      ...coded,
      name: 'payout-code-closed',
      title: 'The window reads as closed, with a code',
      way: ['await idle', 'type K7QM-2XDP', 'pay', 'close'],
      phase: 'waiting',
      shows: '.panel #field',
      says: 'Window closed?',
    }),
    payout({
      name: 'payout-elsewhere',
      title: 'Received by another session',
      phase: 'error',
      read: { order_outcome: 'complete', redirect_url: null, amount },
      shows: '.panel.good',
      says: 'This payout has already been received',
    }),
    payout({
      name: 'payout-waiting',
      title: 'In the other window',
      read: { amount },
      way: ['await idle', 'pay'],
      phase: 'waiting',
      shows: '.row .quiet',
      says: 'Finish in the other window',
    }),
    payout({
      name: 'payout-cancelled',
      title: 'Stopped',
      read: { amount },
      way: ['await idle', 'pay', 'cancel'],
      phase: 'cancelled',
      shows: '.panel + .pay',
      says: 'You stopped for now',
    }),
    payout({
      name: 'payout-authorized',
      title: 'On its way',
      phase: 'authorized',
      read: { status: 'PROCESSING', amount },
      shows: '.panel',
      says: 'Your payout is on its way',
    }),
    payout({
      name: 'payout-complete',
      title: 'Complete',
      phase: 'complete',
      read: { status: 'COMPLETED', amount },
      shows: '.panel.good',
      says: 'The payout is complete',
    }),
    payout({
      name: 'payout-failed',
      title: 'Failed',
      phase: 'failed',
      read: { status: 'FAILED', amount },
      shows: '.panel.bad',
      says: 'The payout did not go through',
    }),
    payout({
      name: 'payout-expired',
      title: 'Expired',
      phase: 'expired',
      read: { status: 'EXPIRED', amount },
      shows: '.panel.bad',
      says: 'not claimed in time',
    }),
    payout({
      name: 'payout-lost',
      title: 'Lost',
      phase: 'error',
      read: missing,
      shows: '.panel.bad',
      says: 'can no longer be found',
    }),
  ],
}

const transfer = (fields: StoryFields) => known({ ...fields, attributes: { kind: 'bank_transfer' } })
const onRamp = (fields: StoryFields) => known({ ...fields, attributes: { kind: 'on_ramp' } })

export const legacy: Chapter = {
  name: 'legacy',
  title: 'Bank transfer and on-ramp',
  stories: [
    transfer({
      name: 'transfer-complete',
      title: 'Bank transfer, complete',
      phase: 'complete',
      read: { status: 'AUTHORIZED' },
      shows: '.panel.good',
      says: 'Your bank has accepted the transfer',
    }),
    transfer({
      name: 'transfer-failed',
      title: 'Bank transfer, failed',
      phase: 'failed',
      read: { status: 'FAILED_INTENT' },
      shows: '.panel.bad + .pay',
      says: 'The transfer did not go through',
    }),
    checkout({
      name: 'on-ramp-waiting',
      title: 'On-ramp, in the other window',
      attributes: { kind: 'on_ramp' },
      way: ['pay'],
      phase: 'waiting',
      shows: '.row .quiet',
      says: 'Waiting for your payment',
    }),
    onRamp({
      name: 'on-ramp-authorized',
      title: 'On-ramp, the money has arrived',
      phase: 'authorized',
      read: { status: 'PENDING', outcome: 'authorized' },
      shows: '.panel',
      says: 'Your payment has arrived',
    }),
    onRamp({
      name: 'on-ramp-complete',
      title: 'On-ramp, complete',
      phase: 'complete',
      read: { status: 'COMPLETED' },
      shows: '.panel.good',
      says: 'Thank you',
    }),
    onRamp({
      name: 'on-ramp-failed',
      title: 'On-ramp, failed',
      phase: 'failed',
      read: { status: 'FAILED_INTENT' },
      shows: '.panel.bad + .pay',
      says: 'It was refused, or the money did not arrive',
    }),
  ],
}
