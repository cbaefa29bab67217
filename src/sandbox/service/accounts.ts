// The accounts of a payer at an invented bank. They are computed from the bank and the e-mail address: they are the
// same on every visit, and nothing is stored.
import { createHash } from 'node:crypto'
import { composeIBAN, isValidIBAN } from 'ibantools'
import { banks, plainText, type SandboxBank } from './banks.ts'

export type BankAccount = { iban: string; kind: 'current' | 'household' }

/** The account number of each country after the bank's four characters (ISO 13616 registry): `n` is any digit. */
const shapes: Record<string, string> = {
  AE: 'nnnnnnnnnnnnnnn',
  AT: 'nnnnnnnnnnnn',
  BE: 'nnnnnnnn',
  DE: 'nnnnnnnnnnnnnn',
  ES: 'nnnnnnnnnnnnnnnn',
  FR: 'nnnnnnnnnnnnnnnnnnn',
  GB: 'nnnnnnnnnnnnnn',
  IT: 'nnnnnnnnnnnnnnnnnnn',
  NL: 'nnnnnnnnnn',
  PL: 'nnnnnnnnnnnnnnnnnnnn',
  PT: 'nnnnnnnnnnnnnnnnn',
  SE: 'nnnnnnnnnnnnnnnn',
  TR: 'n0nnnnnnnnnnnnnnnn',
}

/** Two accounts with valid check digits, in the bank's country. */
export function accountsAt(bank: SandboxBank, email: string): [BankAccount, BankAccount] {
  return [
    { iban: makeIban(bank, `${email} current`), kind: 'current' },
    { iban: makeIban(bank, `${email} household`), kind: 'household' },
  ]
}

/** The bank of an account: by its bank code, else always the same one of the country. */
export function bankOfIban(iban: string): SandboxBank {
  const there = banks.filter(({ country }) => iban.startsWith(country))
  const known = there.find((bank) => iban.slice(4).startsWith(bankCode(bank)))
  const candidates = there.length > 0 ? there : banks
  const [bank] = candidates.slice(Number(digitsFrom(iban, 6)) % candidates.length)
  return known ?? bank ?? (banks[0] as SandboxBank)
}

/**
 * Some countries have check digits of their own in the account number (BE, ES, FR, PL, PT). So numbers are tried in a
 * fixed order until one is valid: a few hundred at most.
 */
function makeIban(bank: SandboxBank, seed: string): string {
  const shape = shapes[bank.country]
  if (shape === undefined)
    throw new Error(`accounts.ts has no account shape for ${bank.country}: add it to \`shapes\`.`)
  for (let attempt = 0; attempt < 20_000; attempt++) {
    const digits = digitsFrom(`${bank.id} ${seed} ${attempt}`, shape.length)
    const number = [...shape].map((mark, index) => (mark === 'n' ? digits[index] : mark)).join('')
    const iban = composeIBAN({ countryCode: bank.country, bban: bankCode(bank) + number })
    if (iban !== null && isValidIBAN(iban)) return iban
  }
  throw new Error(`No account number of ${bank.country} passed its check: its shape in accounts.ts is wrong.`)
}

function bankCode(bank: SandboxBank): string {
  const letters = plainText(bank.name)
    .replace(/[^a-z]/g, '')
    .toUpperCase()
  if (bank.country === 'GB' || bank.country === 'NL') return letters.slice(0, 4)
  // An Italian number begins with a check letter.
  return bank.country === 'IT' ? letters.slice(0, 1) + digitsFrom(bank.id, 3) : digitsFrom(bank.id, 4)
}

function digitsFrom(seed: string, length: number): string {
  const hash = createHash('sha256').update(seed).digest()
  return Array.from({ length }, (_, index) => String((hash[index] ?? 0) % 10)).join('')
}
