import { type Chapter, checkout, known, priced } from '../story.ts'

const waiting = { phase: 'waiting', way: ['pay'] } as const
const down = { problem: 503, detail: 'The payment service cannot be reached.' } as const
const minuteMs = 60_000

export const whilePaying: Chapter = {
  name: 'while-paying',
  title: 'While the shopper pays',
  stories: [
    priced('creating', 'The session is made', 'Opening the secure page…', {
      create: 'never',
      way: ['begin'],
      phase: 'creating',
      shows: '.pay[aria-busy=true]',
    }),
    known('loading', 'The session is read', 'Checking your payment…', {
      read: 'never',
      phase: 'loading',
      shows: '.panel',
    }),
    known('loading-trouble', 'The session is read, without connection', 'No connection right now', {
      read: down,
      way: ['await change'],
      phase: 'loading',
      shows: '.panel',
    }),
    checkout('waiting-popup', 'In the other window', 'Waiting for your payment', {
      ...waiting,
      shows: '.row .quiet',
    }),
    checkout('waiting-closed', 'The other window reads as closed', 'Window closed?', {
      ...waiting,
      way: ['pay', 'close'],
      shows: '.panel > .primary',
    }),
    checkout('waiting-refused', 'The browser opened no window', 'Your browser blocked the payment window', {
      ...waiting,
      way: ['refuse'],
      shows: '.panel > .primary',
    }),
    checkout('waiting-redirect', 'This page is being left', 'Taking you to the payment page…', {
      ...waiting,
      attributes: { mode: 'redirect' },
      create: { redirect_url: '/gallery/nowhere' },
      way: ['loaded', 'pay'],
      shows: '.spin',
    }),
    checkout('waiting-returned', 'Back from the hosted page', 'Checking your payment…', {
      ...waiting,
      way: ['pay', 'return'],
      shows: '.spin',
    }),
    checkout('waiting-elsewhere', 'After a reload', 'Payment not finished yet', {
      ...waiting,
      way: ['pay', 'reload'],
      shows: '.panel > .primary',
    }),
    checkout('waiting-trouble', 'Without connection', 'No connection right now', {
      ...waiting,
      read: down,
      way: ['pay', 'await change'],
      shows: '.row .quiet',
    }),
    checkout('waiting-differs', 'Another amount than the page says', 'The amount to pay is €49.90', {
      ...waiting,
      attributes: { amount: '39.90', currency: 'EUR' },
      shows: '[part=amount]',
    }),
    checkout('phone', 'Continue on the phone', 'Continue on your phone', {
      ...waiting,
      way: ['pay', 'unfold'],
      shows: 'details[open]',
    }),
    checkout('time-left', 'Less than an hour left', 'Time left: 4', {
      ...waiting,
      create: { expiresInMs: 42 * minuteMs },
      read: { expiresInMs: 42 * minuteMs },
      shows: '[part=time]',
    }),
    checkout('time-short', 'Less than a minute left', 'Time left: 0:', {
      ...waiting,
      create: { expiresInMs: 45_000 },
      read: { expiresInMs: 45_000 },
      shows: '[part=time]',
    }),
    checkout('time-up', 'The time is up', 'The time is up', {
      ...waiting,
      create: { expiresInMs: -1_000 },
      read: { expiresInMs: -1_000 },
      shows: '[part=time]',
    }),
  ],
}
