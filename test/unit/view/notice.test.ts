// The notice of each state. The messages themselves are in src/locales.
import { describe, expect, test } from 'vitest'
import type { Hosted, State } from '../../../src/checkout/state.ts'
import de from '../../../src/locales/de.json'
import { en } from '../../../src/locales/en.ts'
import ja from '../../../src/locales/ja.json'
import type { Messages } from '../../../src/locales/messages.ts'
import zhCN from '../../../src/locales/zh-CN.json'
import zhTW from '../../../src/locales/zh-TW.json'
import { faultKinds } from '../../../src/protocol/fault.ts'
import { noticeOf } from '../../../src/view/notice.ts'
import { aFault, aSession } from '../../support/sessions.ts'

const notice = (state: State) => noticeOf(state, en)
const waiting = (hosted: Hosted, trouble = null as ReturnType<typeof aFault> | null): State => ({
  phase: 'waiting',
  session: aSession(),
  hosted,
  trouble,
})
const failed = (details: string | null): State => ({
  phase: 'failed',
  session: aSession({ status: 'FAILED', status_details: details }),
})

describe('what a shopper reads', () => {
  test.each(['popup', 'closed', 'refused', 'redirect', 'returned', 'elsewhere'] as const)(
    'shows no failure while nothing is final (%s), or shoppers might pay twice',
    (hosted) => {
      const { title, text, tone } = notice(waiting(hosted)) ?? {}

      expect(tone).toBe('')
      expect(`${title} ${text}`).not.toMatch(/fail|error|refused by|declined/i)
    },
  )

  test('reports a connection problem without a failure of the payment', () => {
    expect(notice(waiting('popup', aFault()))).toMatchObject({
      title: 'Waiting for your payment',
      text: 'No connection right now. We keep trying.',
    })
  })

  test.each(faultKinds)('never contains the developer’s message of a fault of kind %s', (kind) => {
    const { title, text } =
      notice({ phase: 'error', error: aFault(kind), session: null, attempt: null }) ?? {}

    expect(title).toBeTruthy()
    // The price before, which the screen adds.
    if (kind !== 'price_changed') expect(text).toBeTruthy()
    expect(`${title} ${text}`).not.toContain('developer only')
  })

  test('of an order that is paid already is a success, not an error', () => {
    const paid = notice({ phase: 'error', error: aFault('already_paid'), session: null, attempt: null })
    expect(paid).toMatchObject({ tone: 'good', title: 'This order has already been paid' })
  })

  test('of a payment that the endpoint lost warns before paying again', () => {
    const lost = notice({ phase: 'error', error: aFault('not_found'), session: null, attempt: null })
    expect(lost).toMatchObject({ title: 'This payment can no longer be found' })
    expect(lost?.text).toContain('before you pay again')
  })

  test.each([
    ['INSUFFICIENT_FUNDS', 'There is not enough money or credit in the account.'],
    ['DECLINED_BY_ISSUER', 'The bank or card issuer refused the payment.'],
    ['INSTRUMENT_INVALID', 'The card or account details are not valid.'],
    ['INSTRUMENT_BLOCKED', 'This card or account is blocked.'],
    ['AUTHORIZATION_FAILED', 'The confirmation with your bank did not succeed.'],
    ['DECLINED_BY_PAYER', 'The payment was canceled.'],
    ['RISK_REJECTED', 'The payment could not be accepted.'],
    ['PROVIDER_ERROR', 'The payment provider has a technical problem.'],
    ['A_NEW_REASON', 'The payment was refused.'],
    ['constructor', 'The payment was refused.'],
    [null, 'The payment was refused.'],
  ])('of a failure for %s is a text, never a code', (details, sentence) => {
    expect(notice(failed(details))).toMatchObject({ tone: 'bad', text: sentence })
  })

  test.each(['authorized', 'complete'] as const)(
    'of a disputed payment that is %s says that it is under review',
    (phase) => {
      const session = aSession({ status: 'DISPUTED', outcome: phase })
      expect(notice({ phase, session })?.text).toBe('This payment is under review.')
    },
  )

  test.each(['amount_differs', 'paid_twice', 'order_withdrawn'] as const)(
    'of money under review (%s) says why, and that the shop will contact them',
    (review) => {
      const session = aSession({ status: 'COMPLETED', outcome: 'authorized', review })
      const { title, text } = notice({ phase: 'authorized', session }) ?? {}

      expect([title, text]).toEqual(['Payment received', `${en.reviews[review]}The shop will contact you.`])
    },
  )

  test.each([
    ['ja', ja, 'この注文はすでに支払い済みでした。ショップからお客様にご連絡いたします。'],
    ['zh-CN', zhCN, '此订单此前已支付。商家会与您联系。'],
    ['zh-TW', zhTW, '此訂單先前已付款。商店會與您聯絡。'],
    ['de', de, 'Die Bestellung war bereits bezahlt. Der Shop wird sich bei Ihnen melden.'],
  ])('of money under review has no space between sentences that the language does not have: %s', (...of) => {
    const session = aSession({ status: 'COMPLETED', outcome: 'authorized', review: 'paid_twice' })
    const [, messages, text] = of
    expect(noticeOf({ phase: 'authorized', session }, messages as unknown as Messages)?.text).toBe(text)
  })

  test.each([
    ['order_withdrawn', 'This order can no longer be paid'],
    ['order_promised', en.authorized[0]],
    ['price_changed', 'The price has changed'],
  ] as const)('of an order that was refused with %s is no error', (kind, title) => {
    const error = aFault(kind)
    const shown = notice({ phase: 'error', error, session: null, attempt: null })

    expect([shown?.title, shown?.tone]).toEqual([title, ''])
  })

  test.each(['idle', 'creating'] as const)('while %s is only the button', (phase) => {
    const state: State =
      phase === 'idle'
        ? { phase, session: null }
        : { phase, attempt: 'key-1', opening: 'popup', session: null }
    expect(notice(state)).toBeNull()
  })
})
