import type { Bank } from '../protocol/lists.ts'

const normalizedNames = new WeakMap<Bank, string>()

/** Letters that Unicode normalization does not split into a base letter and a mark. */
const replacements: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' }

/** Removes marks and case: "credit" finds "Crédit", and "slaski" finds "Śląski". */
function normalized(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[łøđıß]/g, (letter) => replacements[letter] ?? letter)
}

/** The banks whose names contain every word of the text. Names that begin with the first word come first. */
export function findBanks(banks: readonly Bank[], text: string): Bank[] {
  const words = normalized(text).split(/\s+/)
  const begins: Bank[] = []
  const holds: Bank[] = []
  for (const bank of banks) {
    let name = normalizedNames.get(bank)
    if (name === undefined) {
      name = normalized(bank.name)
      normalizedNames.set(bank, name)
    }
    const known = name
    if (words.every((word) => known.includes(word)))
      (known.startsWith(words[0] ?? '') ? begins : holds).push(bank)
  }
  return [...begins, ...holds]
}

/** The only bank whose name equals the text; `undefined` if there is none, or more than one. */
export function bankNamed(banks: readonly Bank[], text: string): Bank | undefined {
  const [bank, another] = findBanks(banks, text).filter(
    ({ name }) => normalized(name) === normalized(text.trim()),
  )
  return another ? undefined : bank
}
