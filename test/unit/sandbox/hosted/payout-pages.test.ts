import { describe, expect, it } from 'vitest'
import type { PayoutIntent } from '../../../../src/sandbox/service/intents.ts'
import { openPayoutsAndTransactions, origin, returnUrl } from './pages-under-test.ts'

const iban = 'DE89370400440532013000'
const address = '0x52908400098527886E0F7030069857D2E4169EE7'

/** A recipient of 120 euros without JavaScript. */
function openRecipient(more: Partial<PayoutIntent> = {}) {
  const pages = openPayoutsAndTransactions()
  const intent = { amount: { value: '120.00', currency: 'EUR' }, return_url: returnUrl, ...more }
  const payout = pages.payouts.create(intent, origin)
  const path = pages.payouts.hostedPath(payout.id)
  const open = (step = '', init: RequestInit = {}) => pages.get(path + step, init)
  const press = (step: string, fields: Record<string, string> = {}) => pages.post(path + step, fields)
  const status = () => pages.payouts.find(payout.id)?.status
  /** Presses the button of the page, with the hidden version of that page. */
  const confirm = async (page: '/review' | '/check' = '/review') => {
    const shown = await open(page)
    const version = /name="version" value="(\d+)"/.exec(shown.page)?.[1] ?? ''
    return press(page === '/check' ? '/check' : '/confirm', { version })
  }
  return { ...pages, payout, path, open, press, confirm, status }
}

describe('opening a payout’s page', () => {
  it('makes a CREATED payout INITIATED, but not for a HEAD or a prefetch', async () => {
    const { open, statuses } = openRecipient()
    await open('', { method: 'HEAD' })
    await open('', { headers: { 'Sec-Purpose': 'prefetch' } })
    expect(statuses).toEqual([])
    await open()
    await open()
    expect(statuses).toEqual(['INITIATED'])
  })

  it('shows amount, merchant and claim deadline', async () => {
    const { page } = await openRecipient({ reference: 'R-7' }).open()
    for (const text of ['€120.00', 'shop.example', 'R-7', '12:30 UTC', 'Claim before'])
      expect(page).toContain(text)
  })

  it('is open for one minute when the wallet that the merchant names expires soon', () => {
    const payment = { method: 'service_wallet', email: 'expires-soon@example.test' } as const
    expect(openRecipient({ payment }).payout.expires_at).toBe('2026-11-20T12:01:00.000Z')
  })

  it('answers an unknown address with a page and 404, whatever the method', async () => {
    const { get, post } = openRecipient()
    for (const answer of [
      get('/payout/nobody'),
      get('/payout/nobody/review'),
      post('/payout/nobody/confirm'),
    ]) {
      expect(await answer).toMatchObject({
        status: 404,
        page: expect.stringContaining('We do not know this link'),
      })
    }
  })

  it('escapes what the merchant and the recipient wrote', async () => {
    const { open, press } = openRecipient({ reference: '"><script>alert(1)</script>' })
    expect((await open()).page).not.toContain('<script>')
    await press('/bank-account', { iban, holder: '<script>alert(2)</script>' })
    expect((await open('/review')).page).not.toContain('<script>')
    expect((await press('/bank-account', { iban: '"><script>', holder: '' })).page).not.toContain('<script>')
  })

  it('is in the recipient’s language, until they choose another one', async () => {
    const { open, press } = openRecipient({ recipient: { language: 'ar' } })
    expect((await open()).page).toContain('<html lang="ar" dir="rtl">')
    const { location } = await press('/settings', { language: 'en', step: '/bank-account' })
    expect(location).toMatch(/\/bank-account$/)
    expect((await open()).page).toContain('<html lang="en" dir="ltr">')
  })
})

describe('a recipient who says where the money goes', () => {
  it.each([
    ['', 'method', 'service_wallet', 'value="service_wallet" checked'],
    ['/bank-account', 'holder', 'Mara Lind', 'value="Mara Lind"'],
    ['/crypto-wallet', 'address', '0x52', 'value="0x52"'],
  ])(
    'keeps it when the language changes on the page %s, in the field %s',
    async (step, field, typed, shown) => {
      const { open, press } = openRecipient()
      await press('/settings', { language: 'de', step, [field]: typed })
      expect((await open(step)).page).toContain(shown)
      expect((await open(step)).page).not.toContain(shown)
    },
  )

  it('claims it with an IBAN that was written with spaces and small letters', async () => {
    const { open, press, confirm, status, path } = openRecipient()
    await open()
    expect((await press('/method', { method: 'bank_account' })).location).toBe(`${path}/bank-account`)
    const typed = { iban: ' de89 3704 0044 0532 0130 00 ', holder: 'Mara  Lind' }
    expect((await press('/bank-account', typed)).location).toBe(`${path}/review`)
    const { page } = await open('/review')
    expect(page).toContain('DE89 3704 0044 0532 0130 00')
    expect(page).toContain('Mara Lind')
    expect(status()).toBe('INITIATED')
    expect(await confirm()).toMatchObject({ status: 303, location: returnUrl })
    expect(status()).toBe('PROCESSING')
  })

  it('is asked to compare a wallet address before it can be confirmed', async () => {
    const { press, open, confirm, status, path } = openRecipient()
    expect((await press('/crypto-wallet', { address })).location).toBe(`${path}/check`)
    expect((await open('/review')).location).toBe(`${path}/check`)
    expect((await press('/confirm', { version: '1' })).location).toBe(`${path}/review`)
    expect(status()).not.toBe('PROCESSING')
    expect((await confirm('/check')).location).toBe(`${path}/review`)
    await confirm()
    expect(status()).toBe('PROCESSING')
  })

  it('can name a Tidewell wallet, whose address can make the payout fail', async () => {
    const { press, confirm, status, clock } = openRecipient()
    await press('/tidewell-wallet', { email: 'risk-rejected@mail.example' })
    await confirm()
    await clock.advance(2_000)
    expect(status()).toBe('FAILED')
  })

  it.each([
    ['/method', {}, 'Choose where the money should go.'],
    ['/bank-account', { iban: '', holder: 'Mara Lind' }, 'Enter the IBAN'],
    ['/bank-account', { iban: 'XX89370400440532013000', holder: 'Mara Lind' }, 'two letters of its country'],
    ['/bank-account', { iban: 'DE8937040044053201300', holder: 'Mara Lind' }, 'This one has 21.'],
    ['/bank-account', { iban: 'DE89370400440532013001', holder: 'Mara Lind' }, 'check digits do not fit'],
    [
      '/bank-account',
      { iban: 'DE8937040044053201300X', holder: 'Mara Lind' },
      'a letter where a digit belongs',
    ],
    ['/bank-account', { iban: 'DE89_3704', holder: 'Mara Lind' }, 'letters from A to Z'],
    ['/bank-account', { iban, holder: '7' }, 'name of the account holder'],
    ['/crypto-wallet', { address: '' }, 'Enter your wallet address.'],
    ['/crypto-wallet', { address: address.slice(2) }, 'must begin with 0x'],
    ['/crypto-wallet', { address: address.slice(0, -1) }, 'must have 42 characters'],
    ['/crypto-wallet', { address: `${address.slice(0, -1)}g` }, 'letters A to F only'],
    ['/crypto-wallet', { address: `0x${'0'.repeat(40)}` }, 'belongs to nobody'],
    ['/tidewell-wallet', { email: 'mara' }, 'Enter an e-mail address'],
  ])('reads at %s %o: %s', async (step, fields, sentence) => {
    const { press, status } = openRecipient()
    const { status: code, page } = await press(step, fields)
    expect(code).toBe(422)
    expect(page).toContain(sentence)
    expect(page).toContain('role="alert"')
    expect(page).toContain('autofocus')
    expect(page).toContain('<title>Please check: ')
    expect(status()).toBe('CREATED')
  })

  it('confirms only the destination that the page shows, not one typed in another tab', async () => {
    const { press, confirm, status, path } = openRecipient()
    await press('/bank-account', { iban, holder: 'Mara Lind' })
    await press('/tidewell-wallet', { email: 'other@mail.example' })
    expect((await press('/confirm', { version: '1' })).location).toBe(`${path}/review`)
    expect(status()).not.toBe('PROCESSING')
    await confirm()
    expect(status()).toBe('PROCESSING')
  })

  it('starts again at the first page when a step comes too early or after a restart', async () => {
    const { open, press, path, visits } = openRecipient()
    for (const step of ['/review', '/check', '/nowhere', '/method'])
      expect((await open(step)).location).toBe(path)
    await press('/bank-account', { iban, holder: 'Mara Lind' })
    visits.clear()
    expect((await open('/review')).location).toBe(path)
    expect((await press('/confirm', { version: '1' })).location).toBe(`${path}/review`)
  })

  it('is sent straight to the form of the method that the merchant chose, and to no other', async () => {
    const { open, press, path } = openRecipient({ payment: { method: 'bank_account' } })
    expect((await open()).location).toBe(`${path}/bank-account`)
    expect((await open('/crypto-wallet')).location).toBe(path)
    expect((await press('/crypto-wallet', { address })).location).toBe(path)
  })
})

describe('a destination that the merchant gave', () => {
  it.each([
    [{ method: 'bank_account', iban }, 'DE89 **** **** **** **30 00', iban],
    [{ method: 'service_wallet', email: 'mara@mail.example' }, 'm***@mail.example', 'mara@'],
  ] as const)('is shown masked and claimed after two presses: %o', async (payment, shown, hidden) => {
    const { open, press, confirm, status, path } = openRecipient({ payment })
    const first = await open()
    expect((await press('/given')).location).toBe(`${path}/review`)
    for (const { page } of [first, await open('/review')]) {
      expect(page).toContain(shown)
      expect(page).not.toContain(hidden)
    }
    await confirm()
    expect(status()).toBe('PROCESSING')
  })

  it('shows a wallet address shortened, and whole on demand', async () => {
    const { open } = openRecipient({ payment: { method: 'crypto_transfer', address, network: 'polygon' } })
    const { page } = await open()
    expect(page).toContain('0x529084…169EE7')
    expect(page).toContain('Show the whole address')
  })

  it('finds the account of a stored instrument, and asks for one when it no longer exists', async () => {
    const known = openRecipient()
    known.payers.remember('mara@mail.example', { method: 'bank_account', iban })
    const [instrument] = known.payers.instrumentsOf('mara@mail.example')
    const payment = { method: 'bank_account', instrument_id: instrument?.id ?? '' } as const
    const payout = known.payouts.create(
      { amount: { value: '5', currency: 'EUR' }, return_url: returnUrl, payment },
      origin,
    )
    expect((await known.get(known.payouts.hostedPath(payout.id))).page).toContain('DE89 ****')
    const forgotten = openRecipient({ payment })
    expect((await forgotten.open()).location).toBe(`${forgotten.path}/bank-account`)
  })

  it('cannot be typed over by a form', async () => {
    const { press, path } = openRecipient({ payment: { method: 'bank_account', iban } })
    const typed = { iban: 'GB82WEST12345698765432', holder: 'Somebody Else' }
    expect((await press('/bank-account', typed)).location).toBe(path)
  })
})

describe('the end of a payout', () => {
  it('happens once when Confirm is pressed twice, and leads back both times', async () => {
    const { press, statuses } = openRecipient()
    await press('/tidewell-wallet', { email: 'mara@mail.example' })
    const answers = [await press('/confirm', { version: '1' }), await press('/confirm', { version: '1' })]
    expect(answers.map(({ location }) => location)).toEqual([returnUrl, returnUrl])
    expect(statuses.filter((status) => status === 'PROCESSING')).toHaveLength(1)
  })

  it('is a refusal only after a second confirmation, and leads back', async () => {
    const { open, press, status } = openRecipient()
    expect((await open('/refuse')).page).toContain('You cannot undo this here.')
    expect(status()).toBe('INITIATED')
    expect(await press('/refuse')).toMatchObject({ status: 303, location: returnUrl })
    expect(status()).toBe('FAILED')
  })

  it('can be chosen at every step, by a link on its page', async () => {
    const { open, press, path } = openRecipient()
    const link = `href="${path}/refuse"`
    for (const step of ['', '/bank-account', '/crypto-wallet', '/tidewell-wallet']) {
      expect((await open(step)).page).toContain(link)
    }
    await press('/crypto-wallet', { address })
    expect((await open('/check')).page).toContain(link)
  })

  it('by expiry leads every step to a page that says so, and Confirm moves nothing', async () => {
    const { open, press, clock, status, path } = openRecipient()
    await press('/tidewell-wallet', { email: 'mara@mail.example' })
    await clock.advance(30 * 60_000)
    expect((await press('/confirm', { version: '1' })).location).toBe(path)
    expect((await open('/review')).location).toBe(path)
    expect((await open()).page).toContain('This payout has expired')
    expect((await open()).page).toContain(`href="${returnUrl}"`)
    expect(status()).toBe('EXPIRED')
  })

  it('is shown by a page that reloads until the money was sent', async () => {
    const { open, press, clock } = openRecipient()
    await press('/tidewell-wallet', { email: 'mara@mail.example' })
    await press('/confirm', { version: '1' })
    expect((await open()).page).toMatch(/http-equiv="refresh" content="2"[\s\S]*on its way/)
    await clock.advance(2_000)
    const { page } = await open()
    expect(page).toContain('Money sent')
    expect(page).not.toContain('http-equiv')
  })
})
