// Invented banks of twelve countries. Their ids are fixed, so that a test or a saved request works after a restart. An
// id is the bank's place in this list: add new banks at the end.

export type SandboxBank = {
  id: string
  name: string
  slug: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** Dark enough for white text. */
  colour: string
  shape: BankShape
}
type BankShape = 'arch' | 'waves' | 'peak' | 'ring' | 'leaf' | 'bars'

const names: readonly [name: string, country: string, colour: string, shape: BankShape][] = [
  ['Aldermoor Bank', 'GB', '#7a3b12', 'leaf'],
  ['Banco Valdoro', 'ES', '#9a5b00', 'ring'],
  ['Bergholm Kasse', 'DE', '#3d4f66', 'peak'],
  ['Crédit Lisière', 'FR', '#2f6b3c', 'leaf'],
  ['Dunmere Mutual', 'GB', '#5b3f8c', 'arch'],
  ['Fjordlund Bank', 'SE', '#0c5a8a', 'waves'],
  ['Kestrel & Rowe', 'GB', '#8a1f3d', 'bars'],
  ['Nordheim Sparbank', 'DE', '#123f7c', 'peak'],
  ['Oakhaven Savings', 'GB', '#4c6115', 'arch'],
  ['Ponte Alto', 'IT', '#a33a1e', 'arch'],
  ['Rivermark Bank', 'GB', '#0a6670', 'waves'],
  ['Zonnehof Bank', 'NL', '#a8324f', 'bars'],
  ['Lindenau Volkskasse', 'DE', '#8a4a00', 'leaf'],
  ['Hansekontor Bank', 'DE', '#7d1d2b', 'bars'],
  ['Rheinwald Direkt', 'DE', '#1f6b4f', 'waves'],
  ['Isarbund Bank', 'DE', '#4a3f9a', 'ring'],
  ['Banque des Tilleuls', 'FR', '#1c4f8f', 'leaf'],
  ['Caisse du Phare', 'FR', '#0a6a5c', 'bars'],
  ['Société Garonnaise', 'FR', '#7a2f6b', 'waves'],
  ['Union Montclair', 'FR', '#92400e', 'peak'],
  ['Caja Serranía', 'ES', '#3f6212', 'peak'],
  ['Banco Marazul', 'ES', '#075985', 'waves'],
  ['Crédito Alborada', 'ES', '#9f1239', 'arch'],
  ['Cassa Verdemonte', 'IT', '#166534', 'peak'],
  ['Banca Lagochiaro', 'IT', '#1e5f8a', 'waves'],
  ['Credito Campanile', 'IT', '#6d28a0', 'bars'],
  ['Polderland Bank', 'NL', '#0f5f53', 'waves'],
  ['Grachtenkas', 'NL', '#1e4d8c', 'arch'],
  ['Bank Nadwiślański', 'PL', '#8f1d2c', 'waves'],
  ['Kasa Zielony Brzeg', 'PL', '#2a6a33', 'leaf'],
  ['Bank Turniowy', 'PL', '#3b4a6b', 'peak'],
  ['Boğazkent Bankası', 'TR', '#0b5e7a', 'arch'],
  ['Anıtepe Bank', 'TR', '#8a2d16', 'peak'],
  ['Lâleli Katılım', 'TR', '#8c1c54', 'leaf'],
  ['Donauhof Bank', 'AT', '#9b2226', 'ring'],
  ['Alpenrand Kasse', 'AT', '#2b5d46', 'peak'],
  ['Scheldekant Bank', 'BE', '#5c4a00', 'bars'],
  ['Banque Hautefagne', 'BE', '#3f4f8a', 'leaf'],
  ['Mälarviken Sparbank', 'SE', '#245c3b', 'ring'],
  ['Banco Foz Dourada', 'PT', '#8a5200', 'arch'],
  ['Caixa do Sobreiro', 'PT', '#35642c', 'leaf'],
  ['Dar Al Nakheel Bank', 'AE', '#0d6b58', 'leaf'],
  ['Wahat Gulf Bank', 'AE', '#6b4a1e', 'ring'],
]

export const banks: readonly SandboxBank[] = names.map(([name, country, colour, shape], index) => ({
  id: `b0a7c000-0000-4000-8000-${String(index + 1).padStart(12, '0')}`,
  name,
  slug: slugOf(name),
  country,
  colour,
  shape,
}))

export const bankCountries: readonly string[] = [...new Set(banks.map(({ country }) => country))]

function slugOf(name: string): string {
  return plainText(name).replace(/[^a-z]+/g, '-')
}

/** Lower case without accents, so that "credit lisiere" finds "Crédit Lisière" and "nadwislanski" finds its bank. */
export function plainText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/ł/g, 'l')
    .replace(/ı/g, 'i')
    .trim()
}

export function findBank(id: string): SandboxBank | undefined {
  return banks.find((bank) => bank.id === id.toLowerCase())
}

export function logoPath(bank: SandboxBank): string {
  return `/banks/${bank.slug}.svg`
}

const drawings: Record<BankShape, string> = {
  arch: '<path d="M12 34V22a12 12 0 0 1 24 0v12h-6V22a6 6 0 0 0-12 0v12z"/>',
  waves:
    '<path d="M10 20q7-6 14 0t14 0M10 28q7-6 14 0t14 0" fill="none" stroke="#fff" stroke-width="4" stroke-linecap="round"/>',
  peak: '<path d="M9 34 20 14l6 10 3-5 10 15z"/>',
  ring: '<path fill-rule="evenodd" d="M24 11a13 13 0 1 1 0 26 13 13 0 0 1 0-26m0 6a7 7 0 1 0 0 14 7 7 0 0 0 0-14"/>',
  leaf: '<path d="M13 35c0-14 7-21 22-22 0 15-8 22-18 20z"/>',
  bars: '<path d="M12 24h6v11h-6zM21 13h6v22h-6zM30 19h6v16h-6z"/>',
}

export function drawLogo(bank: SandboxBank): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48" width="48" height="48"><rect width="48" height="48" rx="12" fill="${bank.colour}"/><g fill="#fff">${drawings[bank.shape]}</g></svg>`
}
