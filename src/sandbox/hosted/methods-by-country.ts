// The order of the payment methods in a country: usual ones first. Every country offers all methods.
import type { PayinMethod, PayoutMethod } from '../service/intents.ts'

const cardsFirst: readonly PayinMethod[] = [
  'card',
  'apple_pay',
  'google_pay',
  'bank_account',
  'service_wallet',
  'crypto_transfer',
]
const banksFirst: readonly PayinMethod[] = [
  'bank_account',
  'card',
  'google_pay',
  'apple_pay',
  'service_wallet',
  'crypto_transfer',
]
const walletsFirst: readonly PayinMethod[] = [
  'card',
  'service_wallet',
  'google_pay',
  'apple_pay',
  'crypto_transfer',
  'bank_account',
]

const banksAreUsual = new Set(['AT', 'BE', 'DE', 'DK', 'EE', 'FI', 'LT', 'LU', 'LV', 'NL', 'NO', 'PL', 'SE'])
const walletsAreUsual = new Set(['AE', 'BR', 'IN', 'KE', 'NG', 'TR', 'UA', 'VN'])

/** @param country ISO 3166-1, or "" when unknown */
export function payinMethodsFor(country: string): readonly PayinMethod[] {
  if (banksAreUsual.has(country)) return banksFirst
  return walletsAreUsual.has(country) ? walletsFirst : cardsFirst
}

/** @param country ISO 3166-1, or "" when unknown */
export function payoutMethodsFor(country: string): readonly PayoutMethod[] {
  return walletsAreUsual.has(country)
    ? ['service_wallet', 'crypto_transfer', 'bank_account']
    : ['bank_account', 'crypto_transfer', 'service_wallet']
}
