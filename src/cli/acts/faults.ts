// Faults in the words of `trigger`: what is switched on, and what is on.
import {
  type FaultSettings,
  faultForms,
  faultKinds,
  faultSchema,
  operationIds,
} from '../../../demo/sandbox/index.ts'
import { didYouMean } from '../nearest.ts'
import { printable } from '../printable.ts'
import type { ActiveFault } from '../sandbox-client/state.ts'
import type { Act } from './act.ts'
import { type Checked, type Mistake, mustBe, strangersAmong } from './mistakes.ts'

type FaultKind = FaultSettings['fault']

/** The two parameters whose names the command line shortens. */
const shortNames: Readonly<Record<string, string>> = { operations: 'on', count: 'times' }
const shortOf = (name: string): string => shortNames[name] ?? name

/** The parameters of one fault, as `trigger` calls them. */
export const faultFields = (kind: FaultKind): string[] =>
  faultForms[kind].fields.map(({ name }) => shortOf(name))

export const isFaultKind = (text: string): text is FaultKind =>
  (faultKinds as readonly string[]).includes(text)

/** What to say of a fault that is none. */
export const noSuchFault = (text: string): string =>
  `There is no fault "${printable(text)}".${didYouMean(text, faultKinds)} There is: ${faultKinds.join(', ')}.`

/** @param given by the names of `faultFields`; several operations with commas between them */
export function readFault(
  kind: FaultKind,
  given: { readonly [field: string]: string | undefined },
): Checked<FaultSettings> {
  const { fields } = faultForms[kind]
  const strangers = strangersAmong(given, faultFields(kind), `the fault ${kind}`)
  const own = fields.filter(({ name }) => given[shortOf(name)] !== undefined)
  const order = Object.fromEntries(own.map(({ name }) => [name, readValue(name, given[shortOf(name)] ?? '')]))
  const parsed = faultSchema.safeParse({ fault: kind, ...order })
  const wrong = parsed.success ? [] : parsed.error.issues.map(({ path }) => String(path[0]))
  const mistakes = [
    ...strangers,
    ...fields
      .filter(({ name }) => name !== 'operations' && wrong.includes(name))
      .map((field) => mistakeOf(field, given)),
    ...unknownOperations(order.operations),
  ]
  if (parsed.success && mistakes.length === 0) return { ok: true, value: parsed.data }
  return { ok: false, mistakes }
}

function mistakeOf({ name, wanted }: { name: string; wanted: string }, given: object): Mistake {
  const field = shortOf(name)
  return { field, sentence: field in given ? mustBe(wanted) : `is missing; it ${mustBe(wanted)}` }
}

function readValue(name: string, text: string): unknown {
  if (name === 'operations') return text.split(',').map((each) => each.trim())
  const isNumber = /^[0-9]+(\.[0-9]+)?$/.test(text) && name !== 'link' && name !== 'value'
  return isNumber ? Number(text) : text
}

/** The sandbox takes any name, and a fault on an operation that is none never strikes. */
function unknownOperations(operations: unknown): Mistake[] {
  const known: readonly string[] = operationIds
  return (Array.isArray(operations) ? operations.map(String) : [])
    .filter((name) => !known.includes(name))
    .map((name) => ({
      field: 'on',
      sentence: `names no operation with "${name}".${didYouMean(name, known)} There is: ${known.join(', ')}.`,
    }))
}

export function addFault(order: FaultSettings): Act {
  return async (client) => {
    const fault = await client.addFault(order)
    return { lines: [`On: ${describe(fault)}`], value: fault }
  }
}

export const listFaults: Act = async (client) => {
  const shown = await client.listFaults()
  const lines = shown.faults.length === 0 ? ['No fault is on.'] : shown.faults.map(describe)
  return { lines, value: shown }
}

/** @param id the number of one; without it, all */
export function clearFaults(id?: number): Act {
  return async (client) => {
    if (id === undefined) await client.clearFaults()
    else await client.removeFault(id)
    return { lines: [id === undefined ? 'No fault is on any more.' : `Fault ${id} is off.`], value: null }
  }
}

/** One fault in a line: its number, its parameters, and how often it will still strike. */
function describe({ id, fault, left, struck, chance, count: _, ...parameters }: ActiveFault): string {
  const said = Object.entries(parameters).map(
    ([name, value]) => `${shortOf(name)} ${printable(String(value))}`,
  )
  const often = left === null ? 'until it is cleared' : left === 1 ? 'once' : `${left} times`
  const drawn = chance === 1 ? [] : [`chance ${chance}`]
  const before = struck > 0 ? [`struck ${struck === 1 ? 'once' : `${struck} times`}`] : []
  return [`${id} ${fault}`, ...said, ...drawn, often, ...before].join(', ')
}
