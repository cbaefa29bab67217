// Everything that can stand behind `trigger`: each word with the options and the value that go with it. What it makes of them
// is an act, and all mistakes are found before anybody is asked.

import type { Act } from '../actions/action.ts'
import { create, creationFields, readCreation } from '../actions/create.ts'
import {
  addFault,
  clearFaults,
  faultFields,
  isFaultKind,
  listFaults,
  noSuchFault,
  readFault,
} from '../actions/faults.ts'
import { advance, readAdvance, readFaultNumber, readSeed, reset, showState } from '../actions/clock-and-state.ts'
import { type Checked, type Mistake, strangersAmong } from '../actions/mistakes.ts'
import { move, replay } from '../actions/move.ts'
import type { Selector } from '../actions/select-object.ts'
import { moves, readChange } from '../actions/statuses.ts'
import { CommandError } from '../command.ts'
import { didYouMean } from '../nearest.ts'
import { printable } from '../printable.ts'
import { objectKinds } from '../sandbox-client/objects.ts'
import { type Fields, optionOf } from './options.ts'

/** What stands behind the word itself, such as the file of a scenario; empty when nothing does. */
type Make = (value: string, given: Fields) => Act

const takesNoValue = ['fault.list', 'reset', 'state']

/** Each makes its act, or throws a CommandError. */
const others: Readonly<Record<string, Make>> = {
  'webhook.replay': makeReplay,
  clock: (value, given) => {
    takesOnly(given, [], 'clock')
    return advance(taken(readAdvance(value), (field) => field))
  },
  fault: (value, given) => {
    if (!isFaultKind(value)) throw new CommandError(noSuchFault(value))
    takesOnly(given, faultFields(value), `the fault ${value}`)
    return addFault(taken(readFault(value, given)))
  },
  'fault.clear': (value, given) => {
    takesOnly(given, [], 'fault.clear')
    return clearFaults(value === '' ? undefined : readFaultNumber(value))
  },
  'fault.list': (_, given) => {
    takesOnly(given, [], 'fault.list')
    return listFaults
  },
  create: (value, given) => {
    const kind = objectKinds.find((each) => each === value)
    if (!kind) throw new CommandError(noSuch('create', value, objectKinds))
    takesOnly(given, creationFields(kind), `create ${kind}`)
    return create(kind, taken(readCreation(kind, given)))
  },
  reset: (_, given) => {
    takesOnly(given, ['seed'], 'reset')
    return reset(taken(readSeed(given.seed)))
  },
  state: (_, given) => {
    takesOnly(given, [], 'state')
    return showState
  },
}

const everyWord = [...moves.keys(), ...Object.keys(others), 'scenario']

/**
 * @param word what is to happen, such as `payin.completed`
 * @param value what stands behind it, such as `+24h`
 * @throws {CommandError} where one of them, or an option, is not what there is
 */
export function readAct(word: string, value: string, given: Fields): Act {
  const make = Object.hasOwn(others, word) ? others[word] : undefined
  const moved = moves.get(word)
  if (value !== '' && (moved || takesNoValue.includes(word))) {
    const remedy = moved ? 'say which object with --id, --reference or --latest' : 'it stands alone'
    throw new CommandError(`"${printable(value)}" does not go with ${word}: ${remedy}.`)
  }
  if (make) return make(value, given)
  if (!moved) throw new CommandError(unknownWord(word))
  const ownFields = moved.kind === 'payin' ? ['details'] : []
  takesOnly(given, ['id', 'reference', 'latest', ...ownFields], word)
  const details = given.details === undefined ? {} : { details: given.details }
  const change = taken(readChange(moved.kind, { ...moved.change, ...details } as Record<string, string>))
  return move(moved.kind, change, selectorOf(given))
}

function makeReplay(value: string, given: Fields): Act {
  takesOnly(given, ['id', 'reference', 'latest'], 'webhook.replay')
  if (value !== '') {
    if (Object.keys(given).length === 0) return replay({ deliveryId: value })
    throw new CommandError('webhook.replay takes the id of a delivery, or --latest; not both.')
  }
  const { latest, ...of } = selectorOf(given)
  if (latest) return replay({ latest, ...(Object.keys(of).length > 0 && { of }) })
  throw new CommandError(
    'webhook.replay takes the id of a delivery, which the panel and "trigger state" show, or --latest for the newest; ' +
      'with --id or --reference, the newest of that object.',
  )
}

function selectorOf({ id, reference, latest }: Fields): Selector {
  return {
    ...(id !== undefined && { id }),
    ...(reference !== undefined && { reference }),
    ...(latest !== undefined && { latest: true }),
  }
}

function taken<Value>(checked: Checked<Value>, nameOf = optionOf): Value {
  if (checked.ok) return checked.value
  throw new CommandError(checked.mistakes.map((mistake) => sentenceOf(mistake, nameOf)).join('\n'))
}

const sentenceOf = ({ field, sentence }: Mistake, nameOf: (field: string) => string) =>
  `${nameOf(field)} ${printable(sentence)}`

function takesOnly(given: Fields, fields: readonly string[], what: string): void {
  const options = Object.fromEntries(Object.entries(given).map(([field, text]) => [optionOf(field), text]))
  const strangers = strangersAmong(options, fields.map(optionOf), what)
  if (strangers.length > 0)
    throw new CommandError(strangers.map((each) => sentenceOf(each, String)).join('\n'))
}

/** What to say of a word that is none: the nearest one, and all. */
function unknownWord(word: string): string {
  const kinds = objectKinds.map((kind) => [...moves.keys()].filter((each) => each.startsWith(`${kind}.`)))
  const groups = [...kinds, [...Object.keys(others), 'scenario']]
  const said = word === '' ? 'Say what shall happen.' : `There is no "${printable(word)}".`
  return [
    `${said}${didYouMean(word, everyWord)} There is:`,
    ...groups.map((words) => `  ${words.join(', ')}`),
  ].join('\n')
}

function noSuch(word: string, value: string, known: readonly string[]): string {
  const said = value === '' ? `${word} takes one word more.` : `There is no "${word} ${printable(value)}".`
  return `${said}${didYouMean(value, known)} There is: ${known.map((each) => `${word} ${each}`).join(', ')}.`
}
