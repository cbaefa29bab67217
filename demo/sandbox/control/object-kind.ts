// What the panel's pages know of any object that has a life: what a row says, where the hosted page is, what comes by
// itself, and which fields the form to move it has. The four kinds are in v2-objects.ts and legacy-objects.ts.
import type * as z from 'zod'
import type { Entry, PlannedChange } from '../service/records.ts'
import type { Place } from './control-page.ts'

export type ShownObject = {
  id: string
  /** As the interface answers it. */
  object: object
  /** By the names of the fields that `choices` moves. */
  state: Readonly<Record<string, string | undefined>>
  amount: string
  reference: string | undefined
  /** The other side: an e-mail address or a name. */
  person: string | undefined
  createdAt: string
  /** Where its person pays or claims; null when there is no such page (yet). */
  hostedPath: string | null
  /** What the merchant asked for, where the interface does not show it. */
  asked?: object
  /** For the one-time link of an on-ramp. */
  link?: { opened: boolean; expiresAt: number }
}

export type Choice = {
  name: string
  label: string
  values: readonly string[]
  /** The text for "none of them"; without it one must be chosen. */
  none?: string
}

export type ObjectKind = {
  name: string
  title: string
  path: Extract<Place, `/sandbox/${string}s`>
  choices: readonly Choice[]
  /** How it is moved by JSON. */
  jsonPath(id: string): string
  /** What its webhook tells of. */
  webhookNote: string
  /** How to get a first one. */
  firstStep: string
  /** Newest first. */
  list(): readonly ShownObject[]
  find(id: string): ShownObject | undefined
  plan(id: string): readonly PlannedChange<object>[]
  schema: z.ZodType
  /** @throws {Problem} for an unknown id */
  move(id: string, command: unknown): void
}

export const statusWebhookNote = 'Each change of status sends its webhook.'

export function findAndShow<T>(find: (id: string) => T | undefined, show: (object: T) => ShownObject) {
  return (id: string) => {
    const object = find(id)
    return object && show(object)
  }
}

/** Read after `find`, which catches up with what was due. */
export function planOf<T extends object>(
  entries: readonly Entry<T>[],
  id: string,
): readonly PlannedChange<object>[] {
  return entries.find((entry) => entry.id === id)?.plan ?? []
}
