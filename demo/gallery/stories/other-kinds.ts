import { type Chapter, checkout, known, payout, type Told } from '../story.ts'

const amount = { value: '120.00', currency: 'EUR' }
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
      name: 'payout-waiting',
      title: 'In the other window',
      read: { amount },
      way: ['await idle', 'pay'],
      phase: 'waiting',
      shows: '.row .plain',
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

const transfer = (told: Told) => known({ ...told, attributes: { kind: 'bank_transfer' } })
const onRamp = (told: Told) => known({ ...told, attributes: { kind: 'on_ramp' } })

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
      shows: '.row .plain',
      says: 'Finish your payment in the other window',
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
