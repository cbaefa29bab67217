// The statuses of each kind of object, and the actions that move to them.

import { type Kind, kinds } from '../../protocol/kind.ts'
import {
  bankDepositStatuses,
  bankTransferStatuses,
  onRampStatuses,
  payinStatusDetails,
  payinStatuses,
  payoutStatuses,
} from '../../sandbox/index.ts'
import { CommandError } from '../command.ts'
import { didYouMean } from '../nearest.ts'
import type { StatusChange } from '../sandbox-client/control.ts'

const statusesOf: Readonly<Record<Kind, readonly string[]>> = {
  payin: payinStatuses,
  payout: payoutStatuses,
  bank_transfer: bankTransferStatuses,
  on_ramp: onRampStatuses,
}

/**
 * The reason of a payin's status, in upper or lower case.
 * @throws {CommandError} for a reason that the service does not have
 */
export function readDetails(text: string): string {
  const known: readonly string[] = payinStatusDetails
  if (known.includes(text.toUpperCase())) return text.toUpperCase()
  throw new CommandError(
    `--details cannot be ${text}; a payin can have ${known.join(', ')}.${didYouMean(text, known)}`,
  )
}

interface Move {
  readonly kind: Kind
  readonly change: StatusChange
}

/** All moves by their names in `trigger`, such as payin.completed or on_ramp.deposit.success. */
export const moves: ReadonlyMap<string, Move> = new Map(
  kinds.flatMap((kind) => [
    ...statusesOf[kind].map((status) => moveBy(kind, status, { status })),
    ...(kind === 'on_ramp' ? bankDepositStatuses : []).map((deposit) =>
      moveBy(kind, `deposit.${deposit}`, { deposit }),
    ),
  ]),
)

function moveBy(kind: Kind, state: string, change: StatusChange): [string, Move] {
  return [`${kind}.${state.toLowerCase()}`, { kind, change }]
}
