// The statuses of each kind of object, and the actions that move to them.
import {
  bankDepositStatuses,
  bankTransferStatuses,
  onRampStatuses,
  payinStatusDetails,
  payinStatuses,
  payoutStatuses,
} from '../../sandbox/index.ts'
import { nameOfKind } from '../kind-names.ts'
import { didYouMean } from '../nearest.ts'
import type { Change } from '../sandbox-client/client.ts'
import { type ObjectKind, objectKinds } from '../sandbox-client/objects.ts'
import type { Checked, Mistake } from './mistakes.ts'

const statusesOf: Readonly<Record<ObjectKind, readonly string[]>> = {
  payin: payinStatuses,
  payout: payoutStatuses,
  bank_transfer: bankTransferStatuses,
  on_ramp: onRampStatuses,
}

/** The fields of a change and their values, for each kind. */
const allowedValues = (kind: ObjectKind): Readonly<Record<string, readonly string[]>> => ({
  status: statusesOf[kind],
  ...(kind === 'payin' && { details: payinStatusDetails }),
  ...(kind === 'on_ramp' && { deposit: bankDepositStatuses }),
})

/** Reads a change. Upper or lower case is accepted. At least one field must be given. */
export function readChange(kind: ObjectKind, given: Readonly<Record<string, string>>): Checked<Change> {
  const allowed = allowedValues(kind)
  const mistakes = Object.entries(given).flatMap(([field, text]): Mistake[] => {
    const known = allowed[field]
    if (!known) return [{ field, sentence: `is not a field of a ${nameOfKind[kind]}.` }]
    if (known.includes(text.toUpperCase())) return []
    const meant = didYouMean(text, known)
    return [
      { field, sentence: `cannot be ${text}; a ${nameOfKind[kind]} can have ${known.join(', ')}.${meant}` },
    ]
  })
  if (mistakes.length > 0) return { ok: false, mistakes }
  const value = Object.fromEntries(Object.entries(given).map(([field, text]) => [field, text.toUpperCase()]))
  if (Object.keys(value).length > 0) return { ok: true, value }
  const fields = Object.keys(allowed).join(' or ')
  return { ok: false, mistakes: [{ field: 'status', sentence: `is missing; give ${fields}.` }] }
}

interface Move {
  readonly kind: ObjectKind
  readonly change: Change
}

/** All moves by their names in `trigger`, such as payin.completed or on_ramp.deposit.success. */
export const moves: ReadonlyMap<string, Move> = new Map(
  objectKinds.flatMap((kind) => [
    ...statusesOf[kind].map((status) => moveBy(kind, status, { status })),
    ...(allowedValues(kind).deposit ?? []).map((deposit) => moveBy(kind, `deposit.${deposit}`, { deposit })),
  ]),
)

function moveBy(kind: ObjectKind, state: string, change: Change): [string, Move] {
  return [`${kind}.${state.toLowerCase()}`, { kind, change }]
}
