// Payers and the instruments that they have paid with. An instrument is stored when a payin is authorized with it. The
// interface shows its number masked.
import { randomUUID } from 'node:crypto'
import { remembered } from './records.ts'

/**
 * The instrument of a payment. A card keeps only its masked number and expiry; payouts need the whole IBAN of an
 * account.
 */
export type PaidWith =
  | { method: 'bank_account'; iban: string; bankId?: string }
  | { method: 'card'; number: string; expiry: string }

export type StoredInstrument = { id: string } & PaidWith
type StoredPayer = { email: string; instruments: StoredInstrument[] }

export type Payer = {
  email: string
  instruments: (
    | { id: string; method: 'bank_account'; iban: string }
    | { id: string; method: 'card'; number: string; expiry: string }
  )[]
}

export type Payers = ReturnType<typeof createPayers>

export function createPayers() {
  const payers = new Map<string, StoredPayer>()

  /** Adds the payer on their first payin. */
  function register(email: string): StoredPayer {
    const known = payers.get(email) ?? { email, instruments: [] }
    payers.set(email, known)
    if (payers.size > remembered) payers.delete([...payers.keys()][0] ?? '')
    return known
  }

  const accounts = () =>
    [...payers.values()]
      .flatMap(({ instruments }) => instruments)
      .filter((instrument) => instrument.method === 'bank_account')

  return {
    register: (email: string): void => void register(email),

    /** Paying again with the same account or card adds nothing. */
    remember(email: string, paidWith: PaidWith): void {
      const { instruments } = register(email)
      const kept = paidWith.method === 'card' ? { ...paidWith, number: mask(paidWith.number) } : paidWith
      const known = instruments.some((each) => numberOf(each) === numberOf(kept))
      if (!known) instruments.push({ id: randomUUID(), ...kept })
    },

    /** All instruments of one payer, unmasked. For the hosted page, never for the interface. */
    instrumentsOf: (email: string): readonly StoredInstrument[] => payers.get(email)?.instruments ?? [],

    /** "It must belong to the payer identified by payer.email". Finds bank accounts only. */
    accountOf: (email: string, instrumentId: string) =>
      payers
        .get(email)
        ?.instruments.filter((each) => each.method === 'bank_account')
        .find(({ id }) => id === instrumentId.toLowerCase()),

    /** The account of any payer, for payouts and settlements, which name no payer. */
    accountOnRecord: (instrumentId: string) => accounts().find(({ id }) => id === instrumentId.toLowerCase()),

    /** As GET /payers shows them, newest first. */
    list: (): Payer[] =>
      [...payers.values()]
        .map(({ email, instruments }) => ({ email, instruments: instruments.map(show) }))
        .reverse(),

    snapshot: (): StoredPayer[] => [...payers.values()],
    restore(saved: readonly StoredPayer[]) {
      payers.clear()
      for (const payer of saved) payers.set(payer.email, payer)
    },
  }
}

function numberOf(paidWith: PaidWith): string {
  return paidWith.method === 'card' ? `${paidWith.number} ${paidWith.expiry}` : paidWith.iban
}

function show(instrument: StoredInstrument): Payer['instruments'][number] {
  // The number of a card is stored masked.
  if (instrument.method === 'card') return instrument
  return { id: instrument.id, method: 'bank_account', iban: mask(instrument.iban) }
}

/** In groups of four, as on bank statements. */
export function inFours(number: string): string {
  return number.replace(/(.{4})(?=.)/g, '$1 ')
}

/** "Only the first 4 and last 4 characters are visible, all others replaced by *." */
export function mask(number: string): string {
  const hidden = number.length - 8
  // A short text would be visible as a whole, or nearly so.
  return hidden < 4 ? '*'.repeat(number.length) : number.slice(0, 4) + '*'.repeat(hidden) + number.slice(-4)
}
