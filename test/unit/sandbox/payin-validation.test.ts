import { describe, expect, it } from 'vitest'
import { openSandbox, payinBody, problemOf } from './sandbox-under-test.ts'

const bankId = 'b0a7c000-0000-4000-8000-000000000003'
const unknownId = '0f8fad5b-d9cb-469f-a165-70867728950e'
const iban = 'DE89370400440532013000'

const refused: [fact: string, more: Record<string, unknown>, pointers: string[]][] = [
  ['a missing amount', { amount: undefined }, ['/amount']],
  ['an amount as a number', { amount: { value: 49.9, currency: 'EUR' } }, ['/amount/value']],
  ['a ninth decimal', { amount: { value: '1.123456789', currency: 'BTC' } }, ['/amount/value']],
  ['a zero amount', { amount: { value: '0.00', currency: 'EUR' } }, ['/amount/value']],
  ['a negative amount', { amount: { value: '-1', currency: 'EUR' } }, ['/amount/value']],
  ['a line break after the amount', { amount: { value: '1\n', currency: 'EUR' } }, ['/amount/value']],
  ['a lower-case currency', { amount: { value: '1', currency: 'eur' } }, ['/amount/currency']],
  ['a missing payer', { payer: undefined }, ['/payer']],
  ['a payer without e-mail', { payer: {} }, ['/payer/email']],
  ['an e-mail without a domain', { payer: { email: 'mara@' } }, ['/payer/email']],
  ['a first name alone', { payer: { email: 'a@b.de', first_name: 'Mara' } }, ['/payer/last_name']],
  ['a last name alone', { payer: { email: 'a@b.de', last_name: 'Ott' } }, ['/payer/first_name']],
  ['a three-letter country', { payer: { email: 'a@b.de', country: 'DEU' } }, ['/payer/country']],
  ['an upper-case language', { payer: { email: 'a@b.de', language: 'DE' } }, ['/payer/language']],
  ['a phone without plus', { payer: { email: 'a@b.de', phone: '0301234567' } }, ['/payer/phone']],
  ['is_new as text', { payer: { email: 'a@b.de', is_new: 'yes' } }, ['/payer/is_new']],
  ['an unknown payment method', { payment: { method: 'cheque' } }, ['/payment/method']],
  [
    'a bank that is not listed',
    { payment: { method: 'bank_account', bank_id: unknownId } },
    ['/payment/bank_id'],
  ],
  [
    'an IBAN with a wrong check digit',
    { payment: { method: 'bank_account', iban: 'DE88370400440532013000' } },
    ['/payment/iban'],
  ],
  [
    'an unknown instrument',
    { payment: { method: 'bank_account', instrument_id: unknownId } },
    ['/payment/instrument_id'],
  ],
  [
    'two bank account variants at once',
    { payment: { method: 'bank_account', bank_id: bankId, iban } },
    ['/payment/iban'],
  ],
  ['a wallet e-mail that is none', { payment: { method: 'service_wallet', email: 'x' } }, ['/payment/email']],
  ['an unknown settlement method', { settlement: { method: 'card' } }, ['/settlement/method']],
  [
    'a crypto settlement without address and network',
    { settlement: { method: 'crypto_transfer' } },
    ['/settlement/address', '/settlement/network'],
  ],
  [
    'a crypto settlement on another network',
    { settlement: { method: 'crypto_transfer', address: '0x1', network: 'tron' } },
    ['/settlement/network'],
  ],
  ['an empty reference', { reference: '' }, ['/reference']],
  ['a reference of 37 characters', { reference: 'r'.repeat(37) }, ['/reference']],
  ['a missing return_url', { return_url: undefined }, ['/return_url']],
  ['a relative return_url', { return_url: '/back' }, ['/return_url']],
  ['a javascript: return_url', { return_url: 'javascript:alert(1)' }, ['/return_url']],
  ['a return_url with a line break', { return_url: 'https://shop.example/\nx' }, ['/return_url']],
  [
    'a return_url that no Location header can carry',
    { return_url: 'https://shop.example/über' },
    ['/return_url'],
  ],
  ['a webhook_url without http', { webhook_url: 'ftp://shop.example/hook' }, ['/webhook_url']],
]

const accepted: [fact: string, more: Record<string, unknown>][] = [
  ['eight decimals of a crypto amount', { amount: { value: '0.00000001', currency: 'BTC' } }],
  [
    'a whole payer',
    {
      payer: {
        email: 'a@b.de',
        country: 'DE',
        language: 'de',
        first_name: 'M',
        last_name: 'O',
        phone: '+493012345',
        address: 'Kai 1',
        is_new: true,
      },
    },
  ],
  ['a pre-selected bank', { payment: { method: 'bank_account', bank_id: bankId } }],
  ['an IBAN', { payment: { method: 'bank_account', iban } }],
  ['a bank chosen on the hosted page', { payment: { method: 'bank_account' } }],
  ['a card', { payment: { method: 'card' } }],
  ['Google Pay', { payment: { method: 'google_pay' } }],
  ['Apple Pay', { payment: { method: 'apple_pay' } }],
  ['a crypto transfer', { payment: { method: 'crypto_transfer' } }],
  ['a wallet with its e-mail', { payment: { method: 'service_wallet', email: 'w@b.de' } }],
  ['settlement to the service balance', { settlement: { method: 'service_balance' } }],
  ['settlement to an IBAN', { settlement: { method: 'bank_account', iban } }],
  [
    'settlement in crypto on polygon',
    { settlement: { method: 'crypto_transfer', address: '0x1', network: 'polygon' } },
  ],
  ['a reference of 36 characters', { reference: 'r'.repeat(36) }],
  ['a webhook_url', { webhook_url: 'http://127.0.0.1:4000/hook' }],
]

describe('POST /payins', () => {
  it.each(refused)('answers 422 and points to the field for %s', async (_fact, more, pointers) => {
    const { post } = openSandbox()
    const response = await post(payinBody(more))
    const problem = await problemOf(response)
    expect(response.status).toBe(422)
    expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(pointers)
    expect(problem.errors?.every(({ detail }) => detail.length > 0)).toBe(true)
  })

  it.each(accepted)('accepts %s and gives it back', async (_fact, more) => {
    const { create } = openSandbox()
    expect(await create(more)).toMatchObject(more)
  })

  it('names its own problem type for a 422, not about:blank', async () => {
    const { post } = openSandbox()
    const problem = await problemOf(await post({}))
    expect(URL.canParse(problem.type)).toBe(true)
    expect(problem.type).not.toBe('about:blank')
  })

  it('points to the whole body when it is not an object', async () => {
    const { post } = openSandbox()
    expect((await problemOf(await post('[]'))).errors?.[0]?.pointer).toBe('')
  })

  it('ignores fields that it does not know', async () => {
    const { create } = openSandbox()
    const payin = await create({ colour: 'blue', payer: { email: 'a@b.de', shoe_size: 43 } })
    expect(JSON.stringify(payin)).not.toMatch(/colour|shoe_size/)
  })
})
