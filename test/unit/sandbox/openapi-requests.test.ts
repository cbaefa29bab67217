// Request bodies that the description refuses, and where the errors point. Accepted ones: openapi-accepted-requests.test.ts.
import { describe, expect, it } from 'vitest'
import type { OperationId } from '../../../src/sandbox/openapi/description.ts'
import { parseBody } from '../../../src/sandbox/openapi/validation.ts'
import {
  amountOf,
  bodyOf,
  type Fields,
  iban,
  id,
  least,
  onRamp,
  payBy,
  payerWith,
  payin,
  payout,
  pointersOf,
  settleBy,
  transfer,
} from './request-bodies.ts'

const refused: [operation: OperationId, fact: string, more: Fields, pointers: string[]][] = [
  [
    payin,
    'nothing',
    { amount: undefined, payer: undefined, return_url: undefined },
    ['/amount', '/payer', '/return_url'],
  ],
  [payin, 'an amount without value and currency', { amount: {} }, ['/amount/value', '/amount/currency']],
  [payin, 'an amount as text', { amount: '49.90' }, ['/amount']],
  [payin, 'a value as a number', amountOf(49.9), ['/amount/value']],
  [payin, 'a ninth decimal', amountOf('1.123456789', 'BTC'), ['/amount/value']],
  [payin, 'a zero amount', amountOf('0.00'), ['/amount/value']],
  [payin, 'a negative amount', amountOf('-1'), ['/amount/value']],
  [payin, 'an amount with a plus', amountOf('+1'), ['/amount/value']],
  [payin, 'an amount with an exponent', amountOf('1e3'), ['/amount/value']],
  [payin, 'an amount with a comma', amountOf('1,50'), ['/amount/value']],
  [payin, 'an amount without leading digit', amountOf('.5'), ['/amount/value']],
  [payin, 'an amount that ends in a point', amountOf('1.'), ['/amount/value']],
  [payin, 'a line break after the amount', amountOf('1\n'), ['/amount/value']],
  [payin, 'Arabic digits', amountOf('١٢'), ['/amount/value']],
  [payin, 'a lower-case currency', amountOf('1', 'eur'), ['/amount/currency']],
  [payin, 'a currency of digits', amountOf('1', '123'), ['/amount/currency']],
  [payin, 'a currency of one letter', amountOf('1', 'E'), ['/amount/currency']],
  [payin, 'a payer as null', { payer: null }, ['/payer']],
  [payin, 'a payer without e-mail', { payer: {} }, ['/payer/email']],
  [payin, 'an e-mail without a domain', payerWith({ email: 'mara@' }), ['/payer/email']],
  [payin, 'an e-mail with a line break', payerWith({ email: 'mara@example.test\n' }), ['/payer/email']],
  [payin, 'a first name alone', payerWith({ first_name: 'Mara' }), ['/payer/last_name']],
  [payin, 'a last name alone', payerWith({ last_name: 'Lind' }), ['/payer/first_name']],
  [payin, 'a three-letter country', payerWith({ country: 'DEU' }), ['/payer/country']],
  [payin, 'a lower-case country', payerWith({ country: 'de' }), ['/payer/country']],
  [payin, 'an upper-case language', payerWith({ language: 'DE' }), ['/payer/language']],
  [payin, 'a phone without plus', payerWith({ phone: '0301234567' }), ['/payer/phone']],
  [payin, 'a phone of 6 digits', payerWith({ phone: '+123456' }), ['/payer/phone']],
  [payin, 'a phone of 16 digits', payerWith({ phone: '+1234567890123456' }), ['/payer/phone']],
  [payin, 'is_new as text', payerWith({ is_new: 'yes' }), ['/payer/is_new']],
  [payin, 'a payment without method', { payment: {} }, ['/payment/method']],
  [payin, 'an unknown payment method', payBy('cheque'), ['/payment/method']],
  [payin, 'a method named like an inherited one', payBy('constructor'), ['/payment/method']],
  [payin, 'a payment as text', { payment: 'card' }, ['/payment']],
  [payin, 'a bank id that is no UUID', payBy('bank_account', { bank_id: 'x' }), ['/payment/bank_id']],
  [payin, 'a UUID with a prefix', payBy('bank_account', { bank_id: `urn:uuid:${id}` }), ['/payment/bank_id']],
  [
    payin,
    'a wrong check digit',
    payBy('bank_account', { iban: 'DE88370400440532013000' }),
    ['/payment/iban'],
  ],
  [
    payin,
    'an IBAN with spaces',
    payBy('bank_account', { iban: 'DE89 3704 0044 0532 0130 00' }),
    ['/payment/iban'],
  ],
  [payin, 'an IBAN in small letters', payBy('bank_account', { iban: iban.toLowerCase() }), ['/payment/iban']],
  // The check digits are right, only the length is wrong.
  [
    payin,
    'an IBAN too short for its country',
    payBy('bank_account', { iban: 'DE5137040044053201300' }),
    ['/payment/iban'],
  ],
  [
    payin,
    'an IBAN of no country',
    payBy('bank_account', { iban: 'XX89370400440532013000' }),
    ['/payment/iban'],
  ],
  [payin, 'bank and IBAN at once', payBy('bank_account', { bank_id: id, iban }), ['/payment/iban']],
  [
    payin,
    'IBAN and instrument at once',
    payBy('bank_account', { iban, instrument_id: id }),
    ['/payment/instrument_id'],
  ],
  [
    payin,
    'three variants at once',
    payBy('bank_account', { bank_id: id, iban, instrument_id: id }),
    ['/payment/iban', '/payment/instrument_id'],
  ],
  [
    payin,
    'a bank and a bad IBAN at once',
    payBy('bank_account', { bank_id: id, iban: 'x' }),
    ['/payment/iban'],
  ],
  [payin, 'a wallet e-mail that is none', payBy('service_wallet', { email: 'x' }), ['/payment/email']],
  [payin, 'an unknown settlement method', settleBy('card'), ['/settlement/method']],
  [
    payin,
    'a crypto settlement without address and network',
    settleBy('crypto_transfer'),
    ['/settlement/address', '/settlement/network'],
  ],
  [
    payin,
    'a crypto settlement on another network',
    settleBy('crypto_transfer', { address: '0x1', network: 'tron' }),
    ['/settlement/network'],
  ],
  [
    payin,
    'a settlement to IBAN and instrument at once',
    settleBy('bank_account', { iban, instrument_id: id }),
    ['/settlement/instrument_id'],
  ],
  [payin, 'an empty reference', { reference: '' }, ['/reference']],
  [payin, 'a reference of 37 characters', { reference: 'r'.repeat(37) }, ['/reference']],
  [payin, 'a relative return_url', { return_url: '/back' }, ['/return_url']],
  [payin, 'a javascript: return_url', { return_url: 'javascript:alert(1)' }, ['/return_url']],
  [payin, 'a return_url with a line break', { return_url: 'https://shop.example/\nx' }, ['/return_url']],
  [payin, 'a return_url with an umlaut', { return_url: 'https://shop.example/über' }, ['/return_url']],
  [payin, 'a return_url of port 99999', { return_url: 'https://shop.example:99999/' }, ['/return_url']],
  [payin, 'a webhook_url without http', { webhook_url: 'ftp://shop.example/hook' }, ['/webhook_url']],

  [payout, 'a missing amount', { amount: undefined }, ['/amount']],
  [payout, 'a missing return_url', { return_url: undefined }, ['/return_url']],
  [payout, 'a card', payBy('card'), ['/payment/method']],
  [
    payout,
    'IBAN and instrument at once',
    payBy('bank_account', { iban, instrument_id: id }),
    ['/payment/instrument_id'],
  ],
  [
    payout,
    'crypto without address and network',
    payBy('crypto_transfer'),
    ['/payment/address', '/payment/network'],
  ],
  [
    payout,
    'an empty address',
    payBy('crypto_transfer', { address: '', network: 'polygon' }),
    ['/payment/address'],
  ],

  [
    transfer,
    'nothing',
    { amount: undefined, names: undefined, userId: undefined },
    ['/amount', '/names', '/userId'],
  ],
  [transfer, 'an amount of 1.99 as text', { amount: '1.99' }, ['/amount']],
  [transfer, 'an amount of 1.99 as a number', { amount: 1.99 }, ['/amount']],
  [transfer, 'three decimals as text', { amount: '2.345' }, ['/amount']],
  [transfer, 'three decimals as a number', { amount: 2.345 }, ['/amount']],
  [transfer, 'a sum of floats', { amount: 2.1 + 0.2 }, ['/amount']],
  [transfer, 'a number that is no longer exact', { amount: 1e21 }, ['/amount']],
  [transfer, 'a negative amount', { amount: -5 }, ['/amount']],
  [transfer, 'an amount that is true', { amount: true }, ['/amount']],
  [transfer, 'KYC as text', { userPassedKyc: 'true' }, ['/userPassedKyc']],
  [transfer, 'AML as a number', { userPassedAml: 1 }, ['/userPassedAml']],
  [transfer, 'a revision of 256 characters', { revision: 'x'.repeat(256) }, ['/revision']],
  [transfer, 'a payload of 256 characters', { webhookPayload: 'x'.repeat(256) }, ['/webhookPayload']],
  [transfer, 'a script as callback', { callbackChromeUrl: 'JavaScript:alert(1)' }, ['/callbackChromeUrl']],
  [transfer, 'a blob as callback', { callbackChromeUrl: 'blob:https://a.test/1' }, ['/callbackChromeUrl']],
  [transfer, 'a file as callback', { callbackSafariUrl: 'file:///paid' }, ['/callbackSafariUrl']],
  [transfer, 'a webhook address that is none', { webhookUrl: 'shop' }, ['/webhookUrl']],

  [onRamp, 'an amount as text', { amount: '50' }, ['/amount']],
  [onRamp, 'an amount under 5', { amount: 4.99 }, ['/amount']],
  [onRamp, 'an amount over 5000', { amount: 5000.01 }, ['/amount']],
  [onRamp, 'no e-mail', { userEmail: undefined }, ['/userEmail']],
  ['generatePaymentLink', 'no transaction', { transactionId: undefined }, ['/transactionId']],
  [
    'updateTransactionStatus',
    'a transaction id that is no UUID',
    { transactionId: '42' },
    ['/transactionId'],
  ],
]

const detailsOf = (operation: OperationId, body: unknown) => {
  const parsed = parseBody(operation, body)
  return parsed.ok ? {} : Object.fromEntries(parsed.errors.map(({ pointer, detail }) => [pointer, detail]))
}

describe('parseBody', () => {
  it.each(refused)('%s refuses %s and points to it', (operation, _fact, more, pointers) => {
    const body = bodyOf(operation, more)
    expect(pointersOf(operation, body).toSorted()).toEqual(pointers.toSorted())
    for (const detail of Object.values(detailsOf(operation, body))) {
      expect(detail).toMatch(/^[A-Z].*\.$/)
      expect(detail).not.toMatch(/pattern|undefined|not acceptable|\/\^/)
    }
  })

  it.each([[[]], [null], ['text'], [7], [true]])('points to the whole body when it is %j', (body) => {
    for (const operation of Object.keys(least) as OperationId[]) {
      expect(parseBody(operation, body)).toMatchObject({ ok: false, errors: [{ pointer: '' }] })
    }
  })

  it('says what to do in a sentence', () => {
    const body = bodyOf(payin, {
      amount: undefined,
      ...payerWith({ phone: '030' }),
      ...payBy('bank_account', { bank_id: id, iban: 'x' }),
      ...settleBy('crypto_transfer', { address: '', network: 'tron' }),
    })
    expect(detailsOf(payin, body)).toEqual({
      '/amount': 'This field is required.',
      '/payer/phone': 'Must be "+" and 7 to 15 digits.',
      '/payment/iban': 'Must be absent when bank_id is given.',
      '/settlement/address': 'Must not be empty.',
      '/settlement/network': 'Must be "polygon".',
    })
  })

  it('names the methods that there are', () => {
    const detail = detailsOf(payout, bodyOf(payout, payBy('card')))['/payment/method']
    for (const method of ['bank_account', 'crypto_transfer', 'service_wallet'])
      expect(detail).toContain(method)
  })
})
