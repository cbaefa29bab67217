// Adds, lists and clears faults, with the parameter names of `trigger`.
import { type FaultSettings, faultForms, faultKinds, faultSchema, operationIds } from '../../sandbox/index.ts'
import { CommandError } from '../command.ts'
import { didYouMean } from '../nearest.ts'
import type { ActiveFault } from '../sandbox-client/answers.ts'
import { type Action, mustBe, optionOf } from './action.ts'

type FaultKind = FaultSettings['fault']

/** The command line has shorter names for these parameters. */
const shortNames: Readonly<Record<string, string>> = { operations: 'on', count: 'times' }
const shortOf = (name: string): string => shortNames[name] ?? name

export const faultFields = (kind: FaultKind): string[] =>
  faultForms[kind].fields.map(({ name }) => shortOf(name))

export const isFaultKind = (text: string): text is FaultKind =>
  (faultKinds as readonly string[]).includes(text)

export const unknownFaultMessage = (text: string): string =>
  `${text === '' ? 'Name a fault.' : `There is no fault "${text}".`}${didYouMean(text, faultKinds)} Faults: ${faultKinds.join(', ')}.`

/**
 * @param given values by the names of `faultFields`, and no others; operations are separated by commas
 * @throws {CommandError} with every mistake
 */
export function readFault(
  kind: FaultKind,
  given: { readonly [field: string]: string | undefined },
): FaultSettings {
  const { fields } = faultForms[kind]
  const own = fields.filter(({ name }) => given[shortOf(name)] !== undefined)
  const order = Object.fromEntries(own.map(({ name }) => [name, readValue(name, given[shortOf(name)] ?? '')]))
  const parsed = faultSchema.safeParse({ fault: kind, ...order })
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
  const mistakes = [
    ...fields
      .filter(({ name }) => name !== 'operations' && wrong.includes(name))
      .map((field) => mistakeOf(field, given)),
    ...unknownOperations(order.operations),
  ]
  if (parsed.success && mistakes.length === 0) return parsed.data
  throw new CommandError(...mistakes)
}

function mistakeOf({ name, wanted }: { name: string; wanted: string }, given: object): string {
  const field = shortOf(name)
  return `${optionOf(field)} ${field in given ? '' : 'is missing; it '}${mustBe(wanted)}`
}

function readValue(name: string, text: string): unknown {
  if (name === 'operations') return text.split(',').map((each) => each.trim())
  const isNumber = /^[0-9]+(\.[0-9]+)?$/.test(text) && name !== 'link' && name !== 'value'
  return isNumber ? Number(text) : text
}

/** Checked here, because the sandbox accepts any operation name, and a fault on an unknown one never strikes. */
function unknownOperations(operations: unknown): string[] {
  const known: readonly string[] = operationIds
  return (Array.isArray(operations) ? operations.map(String) : [])
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `--on names an unknown operation, "${name}".${didYouMean(name, known)} Operations: ${known.join(', ')}.`,
    )
}

export function addFault(order: FaultSettings): Action {
  return async (control) => {
    const fault = await control.addFault(order)
    return { lines: [`Active: ${describe(fault)}`], value: fault }
  }
}

export const listFaults: Action = async (control) => {
  const shown = await control.listFaults()
  const lines = shown.faults.length === 0 ? ['No fault is active.'] : shown.faults.map(describe)
  return { lines, value: shown }
}

/** @param id the number of a fault; without it, all faults are cleared */
export function clearFaults(id?: number): Action {
  return async (control) => {
    if (id === undefined) await control.clearFaults()
    else await control.removeFault(id)
    return { lines: [id === undefined ? 'All faults are cleared.' : `Fault ${id} is cleared.`], value: null }
  }
}

/** A fault in one line: its number, its parameters, and how often it will still strike. */
function describe({ id, fault, left, struck, chance, count: _, ...parameters }: ActiveFault): string {
  const shown = Object.entries(parameters).map(([name, value]) => `${shortOf(name)} ${String(value)}`)
  const often = left === null ? 'until it is cleared' : left === 1 ? 'once' : `${left} times`
  const drawn = chance === 1 ? [] : [`chance ${chance}`]
  const before = struck > 0 ? [`struck ${struck === 1 ? 'once' : `${struck} times`}`] : []
  return [`${id} ${fault}`, ...shown, ...drawn, often, ...before].join(', ')
}
