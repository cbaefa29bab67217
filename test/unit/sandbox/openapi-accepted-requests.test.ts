// Request bodies that the description accepts, and which fields are kept.
import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../../src/sandbox/openapi/description.ts'
import { parseBody } from '../../../src/sandbox/openapi/validation.ts'
import {
  amountOf,
  bodyOf,
  email,
  type Fields,
  iban,
  id,
  least,
  onRamp,
  payBy,
  payerWith,
  payin,
  payout,
  settleBy,
  transfer,
} from './request-bodies.ts'

const accepted: [operation: OperationId, fact: string, more: Fields][] = [
  [payin, 'the least', {}],
  [payin, 'eight decimals', amountOf('0.00000001', 'BTC')],
  [payin, 'an amount of 40 digits', amountOf('9'.repeat(40))],
  [
    payin,
    'a whole payer',
    payerWith({
      country: 'DE',
      language: 'de',
      first_name: 'Mara',
      last_name: 'Lind',
      phone: '+493012345',
      address: 'Kai 1',
      is_new: false,
    }),
  ],
  [payin, 'a pre-selected bank', payBy('bank_account', { bank_id: id })],
  [payin, 'a UUID in capitals', payBy('bank_account', { bank_id: id.toUpperCase() })],
  [payin, 'an IBAN', payBy('bank_account', { iban })],
  [payin, 'the longest IBAN', payBy('bank_account', { iban: 'RU0204452560040702810412345678901' })],
  [payin, 'an instrument', payBy('bank_account', { instrument_id: id })],
  [payin, 'a bank chosen on the hosted page', payBy('bank_account')],
  [payin, 'a card', payBy('card')],
  [payin, 'Google Pay', payBy('google_pay')],
  [payin, 'Apple Pay', payBy('apple_pay')],
  [payin, 'a crypto transfer', payBy('crypto_transfer')],
  [payin, 'a wallet', payBy('service_wallet')],
  [payin, 'a wallet with its e-mail', payBy('service_wallet', { email })],
  [payin, 'settlement to the balance', { ...payBy('crypto_transfer'), ...settleBy('service_balance') }],
  [payin, 'settlement to an IBAN', { ...payBy('card'), ...settleBy('bank_account', { iban }) }],
  [payin, 'settlement in crypto', settleBy('crypto_transfer', { address: '0x1', network: 'polygon' })],
  [payin, 'a reference of 36 characters', { reference: 'r'.repeat(36) }],
  [payin, 'a webhook_url on this machine', { webhook_url: 'http://127.0.0.1:4000/hook' }],
  [payout, 'the least', {}],
  // "Both names" is a rule of PayerDetails. In UserDetails all fields are optional.
  [payout, 'one name of the recipient', { recipient: { first_name: 'Mara' } }],
  [payout, 'a recipient', { recipient: { country: 'DE', first_name: 'Mara', last_name: 'Lind' } }],
  [payout, 'an IBAN', payBy('bank_account', { iban })],
  [payout, 'hosted selection', payBy('bank_account')],
  [payout, 'crypto', payBy('crypto_transfer', { address: '0x1', network: 'polygon' })],
  [payout, 'a wallet with its e-mail', payBy('service_wallet', { email })],
  [transfer, 'an amount as a number', { amount: 19.99 }],
  [transfer, 'the least amount', { amount: '2' }],
  [
    transfer,
    'everything',
    {
      currency: 'EUR',
      userAddress1: 'Kai 1',
      userIpAddress: '203.0.113.7',
      userPassedKyc: true,
      userPassedAml: false,
      callbackChromeUrl: 'exampleshop://back',
      callbackSafariUrl: 'https://shop.example/back',
      revision: 'x'.repeat(255),
      webhookUrl: 'https://shop.example/hook',
      webhookPayload: 'x'.repeat(255),
    },
  ],
  [onRamp, 'the least amount', { amount: 5 }],
  [onRamp, 'the greatest amount', { amount: 5000, hostedRedirectUrl: 'https://shop.example/' }],
  ['generatePaymentLink', 'a transaction', {}],
  ['updateTransactionStatus', 'a transaction', {}],
]

describe('parseBody', () => {
  it.each(accepted)('%s takes %s as it is', (operation, _fact, more) => {
    const body = bodyOf(operation, more)
    const expected = operation === transfer ? { currency: 'EUR', ...(body as Fields) } : body
    expect(parseBody(operation, body)).toEqual({ ok: true, value: expected })
  })

  it('drops fields that it does not know, at every level and of other methods', () => {
    const more = { colour: 'blue', ...payerWith({ shoe_size: 43 }), ...payBy('card', { iban }) }
    expect(parseBody(payin, bodyOf(payin, more))).toEqual({
      ok: true,
      value: { ...least.createPayin, ...payBy('card') },
    })
  })

  it('leaves what it was given unchanged', () => {
    const body = bodyOf(transfer, { colour: 'blue' })
    const before = JSON.stringify(body)
    parseBody(transfer, body)
    expect(JSON.stringify(body)).toBe(before)
  })
})
