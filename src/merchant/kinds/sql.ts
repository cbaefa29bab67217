// SQL conditions for statements that select or lock rows by kind. They are made from the facts of the kinds, so that the
// database and the code cannot disagree. They are constants and contain no values from outside.
import type { PaymentKind } from './kind.ts'
import { allKinds } from './kinds.ts'

/** True when a column or parameter names a kind that has a property. */
function kindIn(name: string, has: (kind: PaymentKind) => boolean): string {
  const names = allKinds.filter(has).map((kind) => `'${kind.name}'`)
  return names.length === 0 ? 'false' : `${name} in (${names.join(', ')})`
}

/** True when two columns or parameters name kinds of the same ledger; there are two ledgers. */
export function sameLedger(one: string, other: string): string {
  const isOfPayouts = (name: string) => kindIn(name, ({ ledger }) => ledger === 'payout')
  return `(${isOfPayouts(one)}) = (${isOfPayouts(other)})`
}

/** True for a session whose payment is disputed. @param sessions the table's name in the statement */
export function isDisputed(sessions: string): string {
  const each = allKinds.flatMap(({ name, disputeStatus }) =>
    disputeStatus === null
      ? []
      : [`${sessions}.kind = '${name}' and ${sessions}.status = '${disputeStatus}'`],
  )
  return each.length === 0 ? 'false' : `(${each.join(' or ')})`
}

/** True for a kind whose webhooks are signed. */
export const hasSignedWebhooks = (name: string): string => kindIn(name, ({ webhooks }) => webhooks.isSigned)

/** True for a kind whose creates have a key: a create without an answer may have made a payment. */
export const isSentByKey = (name: string): string => kindIn(name, ({ sending }) => sending === 'keyed')

/** True for a kind that gets its id only when somebody pays it. */
export const getsIdWhenPaid = (name: string): string => kindIn(name, (kind) => kind.getsIdWhenPaid)

/** True for a kind whose end no webhook announces. */
export const endHasNoWebhook = (name: string): string => kindIn(name, (kind) => kind.endHasNoWebhook)
