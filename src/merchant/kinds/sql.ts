// Where SQL must decide by a kind, because a statement selects or locks rows: conditions that are made of the kinds' own facts,
// so that the database and the code cannot disagree. They are constants, and hold nothing that comes from outside.
import type { PaymentKind } from './kind.ts'
import { allKinds } from './kinds.ts'

/** Holds where a column or parameter names a kind that has a property. */
function kindIn(name: string, has: (kind: PaymentKind) => boolean): string {
  const names = allKinds.filter(has).map((kind) => `'${kind.name}'`)
  return names.length === 0 ? 'false' : `${name} in (${names.join(', ')})`
}

/** Holds where two columns or parameters name kinds of the same ledger; there are two ledgers. */
export function sameLedger(one: string, other: string): string {
  const isOfPayouts = (name: string) => kindIn(name, ({ ledger }) => ledger === 'payout')
  return `(${isOfPayouts(one)}) = (${isOfPayouts(other)})`
}

/** Holds for a session whose payment is disputed. @param sessions the table's name in the statement */
export function isDisputed(sessions: string): string {
  const each = allKinds.flatMap(({ name, disputeStatus }) =>
    disputeStatus === null
      ? []
      : [`${sessions}.kind = '${name}' and ${sessions}.status = '${disputeStatus}'`],
  )
  return each.length === 0 ? 'false' : `(${each.join(' or ')})`
}

/** Holds for a kind whose creates have a key: what was made without an answer can still come. */
export const isSentByKey = (name: string): string => kindIn(name, ({ sending }) => sending === 'keyed')

/** Holds for a kind that is named only once somebody pays it. */
export const getsIdWhenPaid = (name: string): string => kindIn(name, (kind) => kind.getsIdWhenPaid)

/** Holds for a kind of whose end nobody tells. */
export const endHasNoWebhook = (name: string): string => kindIn(name, (kind) => kind.endHasNoWebhook)
