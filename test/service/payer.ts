// The steps of payers and recipients on the hosted pages.
import { expect } from 'vitest'
import type { Shown, Visitor } from './visitor.ts'

export const goodCard = '4242424242424242'

/** From the first page of a payin without a method, or with the method card. */
export async function payByCard(visitor: Visitor, url: string, number = goodCard): Promise<Shown> {
  const page = await visitor.open(url)
  const method = page.html.includes('value="google_pay"') ? { method: 'card' } : {}
  return page.submit('/pay', { ...method, 'card-number': number, 'card-expiry': '12/34', 'card-cvc': '123' })
}

/** From a bank's sign-in to its decision. */
export async function agreeAtBank(login: Shown, user = 'mara'): Promise<Shown> {
  expect(login.url).toMatch(/\/bank\/login$/)
  const confirm = await login.submit('/bank/login', { 'user-name': user, password: 'secret' })
  return confirm.url.endsWith('/bank/confirm')
    ? confirm.submit('/bank/confirm', { decision: 'authorise' })
    : confirm
}

/** From the list of banks to the bank's decision. @param bankId a bank of the list */
export async function payAtBank(list: Shown, bankId: string, user?: string): Promise<Shown> {
  expect(list.url).toMatch(/\/bank$/)
  return agreeAtBank(await list.submit('/bank', { bank_id: bankId }), user)
}

/** From the first page of a payout without a method to the end. */
export async function claimToIban(visitor: Visitor, url: string, iban: string): Promise<Shown> {
  const first = await visitor.open(url)
  const entry = await first.submit('/method', { method: 'bank_account' })
  const review = await entry.submit('', { iban, holder: 'Mara Lind' })
  return review.submit('/confirm')
}
