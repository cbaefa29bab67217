// IBANs as shoppers type and paste them. ISO 13616 says what one is, the IBAN registry how long one is.

/**
 * What a shopper has to put right: `country` – it does not begin with a country that has IBANs; `length` – too few or
 * too many characters for the country; `check` – a character is wrong somewhere. No text at all is `length`.
 */
export type IbanProblem = 'country' | 'length' | 'check'

/** Either the IBAN in electronic form (upper case, no spaces), or what is wrong with it. */
export type ParsedIban = { readonly iban: string } | { readonly problem: IbanProblem }

/**
 * The registry's countries (release 102): those whose IBANs have 15 characters, then those with 16, 17 (none) and so
 * on to 33. Territories that use another country's letters stand under these: Réunion's IBANs begin with FR.
 * In a group, no country may appear across two others before its own place: `BGBH` would hide `GB`.
 */
const countriesByLength =
  'NO BE  DKFIFKFOGLNLSD MKSI ATBAEEKZLTLUMNXK CHHRLILV BHBGCRDEGBGEIEMERSVA AEGIILIQOMSOTL ' +
  'ADCZESMDPKROSASESKTNVG LYPTST ISTR BIDJFRGRITMCMRSM ALAZBYCYDOGTHNHULBNIPLSV BREGPSQAUA JOKWMUYE MTSC LC RU'

/**
 * Reads an IBAN out of what was typed or pasted: case, a leading `IBAN:` and everything that is neither letter nor
 * digit do not matter. Country, length and check digits (ISO 7064, mod 97-10) are looked at, the bank's own number is
 * not: the service does that. So a letter in place of a digit, or `1B` for `B1`, is not always found.
 */
export function parseIban(text: string): ParsedIban {
  const iban = electronic(text)
  const country = iban.slice(0, 2)
  // An odd index is the end of one country and the beginning of the next, and -1 is odd.
  const group = countriesByLength.split(' ').findIndex((codes) => codes.indexOf(country) % 2 === 0)
  if (group < 0) return { problem: 'country' }
  if (iban.length !== group + 15) return { problem: 'length' }
  // Not "the remainder is 1": it is that with 00, 01 and 99 for 97, 98 and 02 as well, which ISO 13616 never gives.
  const digits = `${iban.slice(4)}${country}00`.replace(/./g, (character) => `${parseInt(character, 36)}`)
  const check = 98 - Number(BigInt(digits) % 97n)
  return check === Number(iban.slice(2, 4)) ? { iban } : { problem: 'check' }
}

/**
 * Groups an IBAN by four while it is typed, and keeps the caret behind the same character. What no IBAN has is dropped:
 * other characters, a leading `IBAN:`, all after the 34th. Nothing follows the last character and the caret stays
 * before a space, for otherwise backspace would delete a space that comes right back.
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
 * Full-width letters and digits, as a Japanese keyboard types them, are taken for what they are. Drops before it raises:
 * `ß` would become two letters of an IBAN, `ı` one. No country is `IB`.
 */
const electronic = (text: string): string =>
  text
    .replace(/[！-～]/g, (wide) => wide.normalize('NFKC'))
    .replace(/[\W_]/g, '')
    .toUpperCase()
    .replace(/^IBAN/, '')
