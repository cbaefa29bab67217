import { type Chapter, checkout, known, payout } from '../story.ts'

const amount = { value: '120.00', currency: 'EUR' }
/** A payout whose page needs the code. */
const coded = { read: { amount, redirect_url: null } } as const
const missing = { problem: 404, detail: 'There is no such session.' } as const

export const payouts: Chapter = {
  name: 'payouts',
  title: 'Payout',
  stories: [
    payout('payout-idle', 'Ready', 'Receive €120.00', { read: { amount } }),
    payout('payout-code', 'Ready, with a code', 'The sender gave you this code', {
      ...coded,
      way: ['await idle'],
      shows: '#field',
    }),
    payout('payout-code-missing', 'No code typed', 'Enter the code that the sender gave you', {
      ...coded,
      way: ['await idle', 'pay'],
      shows: '#note.wrong',
    }),
    payout('payout-code-refused', 'A wrong code', 'This code is not right', {
      ...coded,
      link: { problem: 422, pointer: '/code', detail: 'This code is not right.' },
      way: ['await idle', 'type K7QM-2XDR', 'pay'],
      shows: '#note.wrong',
    }),
    payout('payout-code-later', 'Too many wrong codes', 'Wait 15 minutes', {
      ...coded,
      link: { problem: 429, detail: 'Too many wrong codes.', retryAfter: 900 },
      way: ['await idle', 'type K7QM-2XDR', 'pay'],
      shows: '#note.wrong',
    }),
    payout('payout-code-closed', 'The window reads as closed, with a code', 'Window closed?', {
      ...coded,
      way: ['await idle', 'type K7QM-2XDP', 'pay', 'close'],
      phase: 'waiting',
      shows: '.panel #field',
    }),
    payout('payout-elsewhere', 'Received by another session', 'This payout has already been received', {
      phase: 'error',
      read: { order_outcome: 'complete', redirect_url: null, amount },
      shows: '.panel.good',
    }),
    payout('payout-waiting', 'In the other window', 'Finish in the other window', {
      read: { amount },
      way: ['await idle', 'pay'],
      phase: 'waiting',
    }),
    payout('payout-cancelled', 'Stopped', 'You stopped for now', {
      read: { amount },
      way: ['await idle', 'pay', 'cancel'],
      phase: 'cancelled',
    }),
    payout('payout-authorized', 'On its way', 'Your payout is on its way', {
      phase: 'authorized',
      read: { status: 'PROCESSING', amount },
    }),
    payout('payout-complete', 'Complete', 'The payout is complete', {
      phase: 'complete',
      read: { status: 'COMPLETED', amount },
    }),
    payout('payout-failed', 'Failed', 'The payout did not go through', {
      phase: 'failed',
      read: { status: 'FAILED', amount },
      shows: '.panel.bad',
    }),
    payout('payout-expired', 'Expired', 'not claimed in time', {
      phase: 'expired',
      read: { status: 'EXPIRED', amount },
    }),
    payout('payout-lost', 'Lost', 'can no longer be found', {
      phase: 'error',
      read: missing,
      shows: '.panel.bad',
    }),
  ],
}

const transfer = { attributes: { kind: 'bank_transfer' } }
const onRamp = { attributes: { kind: 'on_ramp' } }

export const legacy: Chapter = {
  name: 'legacy',
  title: 'Bank transfer and on-ramp',
  stories: [
    known('transfer-complete', 'Bank transfer, complete', 'Your bank has accepted the transfer', {
      ...transfer,
      phase: 'complete',
      read: { status: 'AUTHORIZED' },
    }),
    known('transfer-failed', 'Bank transfer, failed', 'The transfer did not go through', {
      ...transfer,
      phase: 'failed',
      read: { status: 'FAILED_INTENT' },
    }),
    checkout('on-ramp-waiting', 'On-ramp, in the other window', 'Waiting for your payment', {
      attributes: { kind: 'on_ramp' },
      way: ['pay'],
      phase: 'waiting',
    }),
    known('on-ramp-authorized', 'On-ramp, the money has arrived', 'Your payment has arrived', {
      ...onRamp,
      phase: 'authorized',
      read: { status: 'PENDING', outcome: 'authorized' },
    }),
    known('on-ramp-complete', 'On-ramp, complete', 'Thank you', {
      ...onRamp,
      phase: 'complete',
      read: { status: 'COMPLETED' },
    }),
    known('on-ramp-failed', 'On-ramp, failed', 'It was refused, or the money did not arrive', {
      ...onRamp,
      phase: 'failed',
      read: { status: 'FAILED_INTENT' },
    }),
  ],
}
