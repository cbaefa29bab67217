import { type Chapter, checkout, known, priced, type StoryFields } from '../story.ts'

const down = { problem: 503, detail: 'The payment service cannot be reached.' } as const
const minuteMs = 60_000

/** A press after which the element waits for the payment. */
const waiting = (name: string, title: string, says: string, fields: StoryFields = {}) =>
  checkout(name, title, says, { phase: 'waiting', way: ['pay'], ...fields })

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
    waiting('waiting-popup', 'In the other window', 'Waiting for your payment'),
    waiting('waiting-closed', 'The other window reads as closed', 'Window closed?', {
      way: ['pay', 'close'],
      shows: '.panel > .primary',
    }),
    waiting('waiting-refused', 'The browser opened no window', 'Your browser blocked the payment window', {
      way: ['refuse'],
      shows: '.panel > .primary',
    }),
    waiting('waiting-redirect', 'This page is being left', 'Taking you to the payment page…', {
      attributes: { mode: 'redirect' },
      create: { redirect_url: '/gallery/nowhere' },
      way: ['loaded', 'pay'],
      shows: '.spin',
    }),
    waiting('waiting-returned', 'Back from the hosted page', 'Checking your payment…', {
      way: ['pay', 'return'],
      shows: '.spin',
    }),
    waiting('waiting-elsewhere', 'After a reload', 'Payment not finished yet', {
      way: ['pay', 'reload'],
      shows: '.panel > .primary',
    }),
    waiting('waiting-trouble', 'Without connection', 'No connection right now', {
      read: down,
      way: ['pay', 'await change'],
    }),
    waiting('waiting-differs', 'Another amount than the page says', 'The amount to pay is €49.90', {
      attributes: { amount: '39.90', currency: 'EUR' },
      shows: '[part=amount]',
    }),
    waiting('phone', 'Continue on the phone', 'Continue on your phone', {
      way: ['pay', 'unfold'],
      shows: 'details[open]',
    }),
    waiting('time-left', 'Less than an hour left', 'Time left: 4', {
      create: { expiresInMs: 42 * minuteMs },
      shows: '[part=time]',
    }),
    waiting('time-short', 'Less than a minute left', 'Time left: 0:', {
      create: { expiresInMs: 45_000 },
      shows: '[part=time]',
    }),
    waiting('time-up', 'The time is up', 'The time is up', {
      create: { expiresInMs: -1_000 },
      shows: '[part=time]',
    }),
  ],
}
