// Selects one object. If several match, it never guesses: a payment that was moved by mistake is hard to find.
import { CommandError } from '../command.ts'
import { nameOfKind } from '../kind-names.ts'
import type { ObjectKind, SandboxObject } from '../sandbox-client/objects.ts'
import type { SandboxState } from '../sandbox-client/state.ts'
import { stateOf } from './action.ts'

export interface Selector {
  readonly id?: string
  readonly reference?: string
  /** Choose the newest of several. */
  readonly latest?: boolean
}

const maxListed = 5

/** Whether an object has the id and the reference. Without both, every object matches. */
export const matches =
  ({ id, reference }: Selector) =>
  (object: SandboxObject): boolean =>
    (id === undefined || object.id === id.toLowerCase()) &&
    (reference === undefined || object.reference === reference)

/**
 * The object of a kind that matches.
 * @throws {CommandError} when none matches, or several do and `latest` is not set
 */
export function selectObject(state: SandboxState, kind: ObjectKind, selector: Selector): SandboxObject {
  const { reference, latest = false } = selector
  const fitting = state.objects[kind].filter(matches(selector))
  const [newest, second] = fitting
  if (!newest) throw new CommandError(noMatchMessage(state, kind, selector))
  if (!second || latest) return newest
  const rows = fitting.slice(0, maxListed).map((object) => `  ${rowOf(object)}`)
  const more = fitting.length - rows.length
  throw new CommandError(
    `${fitting.length} ${nameOfKind[kind]}s match${ofReference(reference)}. Choose one by its id, or the newest by latest:`,
    ...rows,
    ...(more > 0 ? [`  and ${more} older`] : []),
  )
}

/** The message for no match, with the objects that exist. */
function noMatchMessage({ objects }: SandboxState, kind: ObjectKind, { id, reference }: Selector): string {
  const name = nameOfKind[kind]
  const all = objects[kind]
  if (all.length === 0)
    return `The sandbox has no ${name} yet. Create one: payin-checkout trigger create ${kind} --amount 49.90`
  const wanted = id === undefined ? ofReference(reference) : ` with the id ${id}`
  const references = [...new Set(all.flatMap(({ reference }) => reference ?? []))]
  const known = references.length === 0 ? 'none of them has a reference' : referencesOf(references)
  return `There is no ${name}${wanted}. There are ${all.length}: ${known}.`
}

function referencesOf(references: readonly string[]): string {
  const shown = references.slice(0, maxListed).join(', ')
  return `references ${shown}${references.length > maxListed ? ' and others' : ''}`
}

const ofReference = (reference: string | undefined) =>
  reference === undefined ? '' : ` with the reference ${reference}`

function rowOf(object: SandboxObject): string {
  const { id, amount, reference, createdAt } = object
  return [id, stateOf(object), amount, reference ?? '–', createdAt].join('  ')
}
