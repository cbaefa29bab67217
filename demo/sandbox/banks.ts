// Twelve invented banks. Ids are fixed, so that a test or a bookmarked request survives a restart.

export type SandboxBank = { id: string; name: string; slug: string; colour: string; shape: BankShape }
export type BankShape = 'arch' | 'waves' | 'peak' | 'ring' | 'leaf' | 'bars'

const names: readonly [name: string, colour: string, shape: BankShape][] = [
  ['Aldermoor Bank', '#7a3b12', 'leaf'],
  ['Banco Valdoro', '#9a5b00', 'ring'],
  ['Bergholm Kasse', '#3d4f66', 'peak'],
  ['Crédit Lisière', '#2f6b3c', 'leaf'],
  ['Dunmere Mutual', '#5b3f8c', 'arch'],
  ['Fjordlund Bank', '#0c5a8a', 'waves'],
  ['Kestrel & Rowe', '#8a1f3d', 'bars'],
  ['Nordheim Sparbank', '#123f7c', 'peak'],
  ['Oakhaven Savings', '#4c6115', 'arch'],
  ['Ponte Alto', '#a33a1e', 'arch'],
  ['Rivermark Bank', '#0a6670', 'waves'],
  ['Zonnehof Bank', '#a8324f', 'bars'],
]

export const banks: readonly SandboxBank[] = names.map(([name, colour, shape], index) => ({
  id: `b0a7c000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  name,
  slug: slugOf(name),
  colour,
  shape,
}))

function slugOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
  return plain.replace(/[^a-z]+/g, '-')
}

export function findBank(id: string): SandboxBank | undefined {
  return banks.find((bank) => bank.id === id.toLowerCase())
}

export function logoPath(bank: SandboxBank): string {
  return `/banks/${bank.slug}.svg`
}
