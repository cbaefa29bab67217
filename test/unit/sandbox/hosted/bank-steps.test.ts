import { isValidIBAN } from 'ibantools'
import { describe, expect, it } from 'vitest'
import { accountsAt, bankOfIban } from '../../../../src/sandbox/service/accounts.ts'
import { banks } from '../../../../src/sandbox/service/banks.ts'
import { returnUrl } from '../sandbox-under-test.ts'
import { openPayer } from './payer.ts'

const fjordlund = 'b0a7c000-0000-4000-8000-000000000006'
const signedIn = { 'user-name': 'mara', password: 'any' }
const authorise = { decision: 'authorise', account: '0' }

describe('paying at a bank', () => {
  it('leads from the list through the sign-in to the confirmation and back to the shop', async () => {
    const { locationAfter, readPage, end } = await openPayer()
    expect(await locationAfter('/pay', { method: 'bank_account' })).toBe('/bank')
    expect(await locationAfter('/bank', { bank_id: fjordlund })).toBe('/bank/login')
    expect(await readPage('/bank/login')).toContain('Sign in to Fjordlund Bank')
    expect(await locationAfter('/bank/login', signedIn)).toBe('/bank/confirm')
    expect(await readPage('/bank/confirm')).toContain('€49.90')
    expect(await end()).toBe('INITIATED')
    expect(await locationAfter('/bank/confirm', authorise)).toBe(returnUrl)
    expect(await end()).toBe('AUTHORIZED')
  })

  it.each([
    ['the payer refuses at the bank', 'mara', { decision: 'refuse' }, 'FAILED AUTHORIZATION_FAILED'],
    ['the user is "refused"', 'refused', authorise, 'FAILED DECLINED_BY_ISSUER'],
    ['the user is "no-money"', 'no-money', authorise, 'FAILED INSUFFICIENT_FUNDS'],
  ])('fails when %s', async (_fact, user, decision: Record<string, string>, wanted) => {
    const { press, locationAfter, end } = await openPayer()
    await press('/bank', { bank_id: fjordlund })
    await press('/bank/login', { 'user-name': user, password: 'any' })
    expect(await locationAfter('/bank/confirm', decision)).toBe(returnUrl)
    expect(await end()).toBe(wanted)
  })

  it('fails at the sign-in when the user is "locked"', async () => {
    const { press, locationAfter, end } = await openPayer()
    await press('/bank', { bank_id: fjordlund })
    expect(await locationAfter('/bank/login', { 'user-name': 'locked', password: 'any' })).toBe(returnUrl)
    expect(await end()).toBe('FAILED INSTRUMENT_BLOCKED')
  })

  it('asks for user name and password beside their fields', async () => {
    const { press } = await openPayer()
    await press('/bank', { bank_id: fjordlund })
    const response = await press('/bank/login')
    const page = await response.text()
    expect(response.status).toBe(422)
    expect(page).toContain('id="user-name-error"')
    expect(page).toContain('id="password-error"')
    expect(page.match(/ autofocus/g)).toHaveLength(1)
  })

  it.each([
    ['/bank/login', '/bank'],
    ['/bank/confirm', '/bank'],
  ])('leads from %s to %s when no bank is chosen', async (opened, step) => {
    const { open, path, locationAfter, end } = await openPayer()
    expect((await open(opened)).headers.get('Location')).toBe(path + step)
    expect(await locationAfter(opened, { ...signedIn, ...authorise })).toBe(step)
    expect(await end()).toBe('INITIATED')
  })

  it('makes no payment without a sign-in', async () => {
    const { press, locationAfter, end } = await openPayer()
    await press('/bank', { bank_id: fjordlund })
    expect(await locationAfter('/bank/confirm', authorise)).toBe('/bank/login')
    expect(await end()).toBe('CREATED')
  })

  it('makes no payment from an account that was not offered', async () => {
    const { press, locationAfter, end } = await openPayer()
    await press('/bank', { bank_id: fjordlund })
    await press('/bank/login', signedIn)
    expect(await locationAfter('/bank/confirm', { decision: 'authorise', account: '7' })).toBe(
      '/bank/confirm',
    )
    expect(await end()).toBe('CREATED')
  })

  it('remembers the account, and only asks to authorise the next time', async () => {
    const { press, app, create, payers } = await openPayer()
    await press('/bank', { bank_id: fjordlund })
    await press('/bank/login', signedIn)
    await press('/bank/confirm', { decision: 'authorise', account: '1' })
    const [instrument] = payers.instrumentsOf('mara@example.test')
    const again = await create()
    const choice = await app.request(`${again.redirect_url}/pay`, {
      method: 'POST',
      body: new URLSearchParams({ method: `saved-${instrument?.id}` }),
    })
    const page = await (await app.request(choice.headers.get('Location') ?? '')).text()
    expect(page).toContain('Fjordlund Bank')
    expect(page).toContain('Authorise this payment')
  })
})

describe('a bank or an account that the merchant chose', () => {
  it('skips the list', async () => {
    const { readPage } = await openPayer({ payment: { method: 'bank_account', bank_id: fjordlund } })
    expect(await readPage()).toContain('Sign in to Fjordlund Bank')
    expect(await readPage('/bank')).toContain('Sign in to Fjordlund Bank')
  })

  it('is shown masked, and pays without a sign-in', async () => {
    const iban = 'DE89370400440532013000'
    const { readPage, locationAfter, end } = await openPayer({ payment: { method: 'bank_account', iban } })
    const page = await readPage()
    expect(page).toContain('DE89**************3000')
    expect(page).not.toContain(iban)
    expect(await locationAfter('/bank/confirm', authorise)).toBe(returnUrl)
    expect(await end()).toBe('AUTHORIZED')
  })
})

describe('the list of banks', () => {
  const namesIn = (page: string) => [...page.matchAll(/<bdi>([^<]+)<\/bdi> <small>/g)].map(([, name]) => name)

  it('begins with the payer’s country', async () => {
    const { readPage } = await openPayer({ payer: { email: 'mara@example.test', country: 'TR' } })
    const names = namesIn(await readPage('/bank'))
    expect(names.slice(0, 3)).toEqual(['Anıtepe Bank', 'Boğazkent Bankası', 'Lâleli Katılım'])
    expect(names).toHaveLength(banks.length)
  })

  it.each([
    ['credit lis', ['Crédit Lisière']],
    ['NADWISLANSKI', ['Bank Nadwiślański']],
    ['nowhere', []],
  ])('finds "%s" without a script', async (query, found) => {
    const { readPage } = await openPayer()
    const page = await readPage(`/bank?q=${encodeURIComponent(query)}`)
    expect(namesIn(page)).toEqual(found)
    expect(page.includes('id="no-banks" hidden')).toBe(found.length > 0)
  })
})

describe('the invented banks', () => {
  it('keep the ids of the first twelve', () => {
    expect(banks[0]).toMatchObject({ name: 'Aldermoor Bank', id: 'b0a7c000-0000-4000-8000-000000000001' })
    expect(banks[11]).toMatchObject({ name: 'Zonnehof Bank', id: 'b0a7c000-0000-4000-8000-000000000012' })
    expect(new Set(banks.map(({ slug }) => slug)).size).toBe(banks.length)
  })

  it('each have two valid accounts of a payer, the same on every visit and different for another payer', () => {
    for (const bank of banks) {
      const accounts = accountsAt(bank, 'mara@example.test').map(({ iban }) => iban)
      expect(accounts.every((iban) => isValidIBAN(iban) && iban.startsWith(bank.country))).toBe(true)
      expect(new Set(accounts).size).toBe(2)
      expect(accountsAt(bank, 'mara@example.test').map(({ iban }) => iban)).toEqual(accounts)
      expect(accountsAt(bank, 'tom@example.test')[0].iban).not.toBe(accounts[0])
      expect(accounts.map(bankOfIban)).toEqual([bank, bank])
    }
  })

  it('have colours on which white text can be read', () => {
    for (const { colour, name } of banks) {
      const [r = 0, g = 0, b = 0] = [1, 3, 5]
        .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      expect(1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05), name).toBeGreaterThan(4.5)
    }
  })
})
