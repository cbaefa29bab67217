import type { Bank } from '../protocol/lists.ts'

const plainNames = new WeakMap<Bank, string>()

/** Letters that Unicode does not take apart into a letter and a mark. */
const whole: Readonly<Record<string, string>> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', ß: 'ss' }

/** Letters without marks and case: "Crédit" is found by "credit", "Śląski" by "slaski". */
function plain(text: string): string {
  const letters = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return letters.replace(/[łøđıß]/g, (letter) => whole[letter] ?? letter)
}

/** The banks whose names hold every word of the text; those that begin with it first. */
export function findBanks(banks: readonly Bank[], text: string): Bank[] {
  const words = plain(text).split(/\s+/)
  const begins: Bank[] = []
  const holds: Bank[] = []
  for (const bank of banks) {
    let name = plainNames.get(bank)
    if (name === undefined) {
      name = plain(bank.name)
      plainNames.set(bank, name)
    }
    const known = name
    if (words.every((word) => known.includes(word)))
      (known.startsWith(words[0] ?? '') ? begins : holds).push(bank)
  }
  return [...begins, ...holds]
}

/** The bank whose name is the text, where there is just one. */
export function bankNamed(banks: readonly Bank[], text: string): Bank | undefined {
  const [bank, another] = findBanks(banks, text).filter(({ name }) => plain(name) === plain(text.trim()))
  return another ? undefined : bank
}
