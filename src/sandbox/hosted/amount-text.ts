// Formats amounts and times for the visitor. Values stay decimal strings: a float would round 8 decimals.
import type { Money } from '../service/intents.ts'

const fiat = new Set(Intl.supportedValuesOf('currency'))

/** Whether the currency is in ISO 4217. A cryptocurrency symbol such as USDT is not. */
export function isFiat(currency: string): boolean {
  return fiat.has(currency)
}

/** @param language of the page. Digits are Latin in every language, as on cards and bank statements. */
export function amountText({ value, currency }: Money, language = 'en'): string {
  const locale = `${language}-u-nu-latn`
  const decimals = value.split('.')[1]?.length ?? 0
  // Intl would throw for "USDT" and round 0.00001 BTC to two decimals.
  if (!isFiat(currency)) {
    const number = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    })
    return `${number.format(value as Intl.StringNumericLiteral)} ${currency}`
  }
  const plain = new Intl.NumberFormat(locale, { style: 'currency', currency })
  const usual = plain.resolvedOptions().maximumFractionDigits ?? 2
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    maximumFractionDigits: Math.max(usual, decimals),
  })
  return format.format(value as Intl.StringNumericLiteral)
}

/** The time of day in UTC, such as "12:30 UTC". The visitor's time zone is not known without a script. */
export function timeText(isoTime: string, language: string): string {
  const format = new Intl.DateTimeFormat(`${language}-u-nu-latn`, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  return `${format.format(new Date(isoTime))} UTC`
}
