// All actions of `trigger`, with the value and the options of each. Reading finds all mistakes before the sandbox is called.
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
import { type Action, type Fields, optionOf } from './action.ts'
import { advance, readAdvance, readFaultNumber, readSeed, reset, showState } from './clock-and-state.ts'
import { create, creationFields, readCreation } from './create.ts'
import {
  addFault,
  clearFaults,
  faultFields,
  isFaultKind,
  listFaults,
  readFault,
  unknownFaultMessage,
} from './faults.ts'
import { move, replay } from './move.ts'
import type { Selector } from './select-object.ts'

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

/** Makes an action from its value (empty if none was given) and its options. */
type MakeAction = (value: string, given: Fields) => Action

const takesNoValue = ['fault.list', 'reset', 'state']

/** The actions that do not move an object. Each function throws a CommandError for a wrong value or option. */
const namedActions: Readonly<Record<string, MakeAction>> = {
  'webhook.replay': makeReplay,
  clock: (value, given) => {
    expectOnly(given, [], 'clock')
    return advance(readAdvance(value))
  },
  fault: (value, given) => {
    if (!isFaultKind(value)) throw new CommandError(unknownFaultMessage(value))
    expectOnly(given, faultFields(value), `the fault ${value}`)
    return addFault(readFault(value, given))
  },
  'fault.clear': (value, given) => {
    expectOnly(given, [], 'fault.clear')
    return clearFaults(value === '' ? undefined : readFaultNumber(value))
  },
  'fault.list': (_, given) => {
    expectOnly(given, [], 'fault.list')
    return listFaults
  },
  create: (value, given) => {
    const kind = kinds.find((each) => each === value)
    if (!kind) throw new CommandError(unknownValueMessage('create', value, kinds))
    expectOnly(given, creationFields(kind), `create ${kind}`)
    return create(kind, readCreation(kind, given))
  },
  reset: (_, given) => {
    expectOnly(given, ['seed'], 'reset')
    return reset(readSeed(given.seed))
  },
  state: (_, given) => {
    expectOnly(given, [], 'state')
    return showState
  },
}

const allNames = [...moves.keys(), ...Object.keys(namedActions)]

/**
 * @param name of the action, such as `payin.completed`
 * @param value of the action, such as `+24h`
 * @throws {CommandError} if the name, the value or an option is wrong
 */
export function readAction(name: string, value: string, given: Fields): Action {
  const make = Object.hasOwn(namedActions, name) ? namedActions[name] : undefined
  const moved = moves.get(name)
  if (value !== '' && (moved || takesNoValue.includes(name))) {
    const remedy = moved ? 'choose the object with --id, --reference or --latest' : 'it takes no value'
    throw new CommandError(`"${value}" does not go with ${name}: ${remedy}.`)
  }
  if (make) return make(value, given)
  if (!moved) throw new CommandError(...unknownActionMessage(name))
  const ownFields = moved.kind === 'payin' ? ['details'] : []
  expectOnly(given, ['id', 'reference', 'latest', ...ownFields], name)
  const details = given.details === undefined ? {} : { details: readDetails(given.details) }
  return move(moved.kind, { ...moved.change, ...details }, selectorOf(given))
}

function makeReplay(value: string, given: Fields): Action {
  expectOnly(given, ['id', 'reference', 'latest'], 'webhook.replay')
  // In a path it would name another address.
  if (/^\.{1,2}$/.test(value)) throw new CommandError(`"${value}" is not the id of a delivery.`)
  if (value !== '') {
    if (Object.keys(given).length === 0) return replay({ deliveryId: value })
    throw new CommandError('webhook.replay takes the id of a delivery, or --latest, not both.')
  }
  const { latest, ...of } = selectorOf(given)
  if (latest) return replay({ latest, ...(Object.keys(of).length > 0 && { of }) })
  throw new CommandError(
    'webhook.replay takes the id of a delivery, which the panel and "trigger state" show, or --latest for the newest delivery. ' +
      'With --id or --reference, --latest means the newest delivery of that object.',
  )
}

function selectorOf({ id, reference, latest }: Fields): Selector {
  return {
    ...(id !== undefined && { id }),
    ...(reference !== undefined && { reference }),
    ...(latest !== undefined && { latest: true }),
  }
}

/** @throws {CommandError} with a line for each option that does not go with the action */
function expectOnly(given: Fields, fields: readonly string[], what: string): void {
  const takes = fields.length === 0 ? 'it takes none' : `it takes ${fields.map(optionOf).join(', ')}`
  const unknown = Object.keys(given).filter((field) => !fields.includes(field))
  if (unknown.length === 0) return
  throw new CommandError(...unknown.map((field) => `${optionOf(field)} does not go with ${what}; ${takes}.`))
}

function unknownActionMessage(name: string): string[] {
  const ofKinds = kinds.map((kind) => [...moves.keys()].filter((each) => each.startsWith(`${kind}.`)))
  const groups = [...ofKinds, Object.keys(namedActions)]
  const sentence = name === '' ? 'Name an action.' : `There is no "${name}".`
  return [
    `${sentence}${didYouMean(name, allNames)} Actions:`,
    ...groups.map((names) => `  ${names.join(', ')}`),
  ]
}

function unknownValueMessage(name: string, value: string, known: readonly string[]): string {
  const sentence = value === '' ? `${name} needs a second word.` : `There is no "${name} ${value}".`
  return `${sentence}${didYouMean(value, known)} Choose one: ${known.map((each) => `${name} ${each}`).join(', ')}.`
}
