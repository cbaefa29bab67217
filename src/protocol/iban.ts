// Parses and formats IBANs that shoppers type or paste. ISO 13616 defines the format, the IBAN registry the lengths.

/**
 * What a shopper has to correct. `country`: it does not begin with a country that has IBANs. `length`: too few or too
 * many characters for the country. `check`: some character is wrong. An empty text is `length`.
 */
export type IbanProblem = 'country' | 'length' | 'check'

/** Either the IBAN in electronic form (upper case, no spaces), or what is wrong with it. */
export type ParsedIban = { readonly iban: string } | { readonly problem: IbanProblem }

/**
 * The registry's countries (release 102), grouped by the length of their IBANs: 15 characters, 16, 17 (none) and so on
 * to 33. Territories that use another country's code are not listed: Réunion's IBANs begin with FR.
 * A group must not contain a country's code across two other codes before its own entry: `BGBH` would hide `GB`.
 */
const countriesByLength =
  'NO BE  DKFIFKFOGLNLSD MKSI ATBAEEKZLTLUMNXK CHHRLILV BHBGCRDEGBGEIEMERSVA AEGIILIQOMSOTL ' +
  'ADCZESMDPKROSASESKTNVG LYPTST ISTR BIDJFRGRITMCMRSM ALAZBYCYDOGTHNHULBNIPLSV BREGPSQAUA JOKWMUYE MTSC LC RU'

/**
 * Parses an IBAN that was typed or pasted. Ignores case, a leading `IBAN:`, and all characters but letters and digits.
 * Checks the country, the length and the check digits (ISO 7064, mod 97-10). It does not check the bank's own number;
 * the service does. So a letter in place of a digit, or `1B` for `B1`, is not always found.
 */
export function parseIban(text: string): ParsedIban {
  const iban = electronic(text)
  const country = iban.slice(0, 2)
  // At an odd index, the match spans two countries. -1 is odd, too.
  const group = countriesByLength.split(' ').findIndex((codes) => codes.indexOf(country) % 2 === 0)
  if (group < 0) return { problem: 'country' }
  if (iban.length !== group + 15) return { problem: 'length' }
  // Not "the remainder is 1": that would also accept the check digits 00, 01 and 99, which ISO 13616 never produces.
  const digits = `${iban.slice(4)}${country}00`.replace(/./g, (character) => `${parseInt(character, 36)}`)
  const check = 98 - Number(BigInt(digits) % 97n)
  return check === Number(iban.slice(2, 4)) ? { iban } : { problem: 'check' }
}

/** Whether a text that is being typed is an IBAN so far, and not the name of a bank: two letters, and then two digits. */
export const beginsIban = (text: string): boolean => /^[A-Z]{2}\d\d/.test(electronic(text))

/**
 * Groups an IBAN by four while it is typed, and keeps the caret after the same character. Removes what no IBAN contains:
 * other characters, a leading `IBAN:`, all after the 34th character. There is no trailing space, and the caret stays
 * before a space. Otherwise backspace would delete a space that is inserted again at once.
 *
 * @param caret how many characters of `text` are before the caret
 */
export function groupIban(text: string, caret: number): { text: string; caret: number } {
  return { text: grouped(text), caret: grouped(text.slice(0, caret)).length }
}

const grouped = (text: string): string =>
  electronic(text)
    .slice(0, 34)
    .replace(/....(?=.)/g, '$& ')

/**
 * The electronic form: letters and digits, in upper case. Converts full-width characters, as Japanese keyboards type
 * them. Removes other characters before it changes case, because upper case turns `ß` into two letters and `ı` into one.
 * Removing `IBAN` is safe, because no country has the code `IB`.
 */
const electronic = (text: string): string =>
  text
    .replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\W_]/g, '')
    .toUpperCase()
    .replace(/^IBAN/, '')

/**
 * An IBAN of which only the first and the last four characters are visible, as the service masks it. A text with fewer than
 * four characters between them would be shown whole or nearly so: of it nothing is visible.
 */
export function maskIban(iban: string): string {
  const hidden = iban.length - 8
  return hidden < 4 ? '*'.repeat(iban.length) : iban.slice(0, 4) + '*'.repeat(hidden) + iban.slice(-4)
}
