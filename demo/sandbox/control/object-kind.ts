// The panel's view of an object with states: its row, its hosted page, its planned changes, and the fields of the form
// that moves it. The four kinds are in v2-objects.ts and legacy-objects.ts.
import type * as z from 'zod'
import type { Entry, PlannedChange } from '../service/records.ts'
import type { Place } from './control-page.ts'

export type ShownObject = {
  id: string
  /** As the interface answers it. */
  object: object
  /** The values of the fields in `choices`. */
  state: Readonly<Record<string, string | undefined>>
  amount: string
  reference: string | undefined
  /** The payer or recipient: an e-mail address or a name. */
  person: string | undefined
  createdAt: string
  /** The path of the hosted page; null when there is none yet. */
  hostedPath: string | null
  /** The merchant's request, if the interface does not show it. */
  asked?: object
  /** The one-time link of an on-ramp. */
  link?: { opened: boolean; expiresAt: number }
}

export type Choice = {
  name: string
  label: string
  values: readonly string[]
  /** The text for "no value"; without it a value is required. */
  none?: string
}

export type ObjectKind = {
  name: string
  title: string
  path: Extract<Place, `/sandbox/${string}s`>
  choices: readonly Choice[]
  /** The path of the JSON command. */
  jsonPath(id: string): string
  /** When it sends a webhook. */
  webhookNote: string
  /** How to create the first one. */
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

/** Call it after `find`, which applies the changes that are due. */
export function planOf<T extends object>(
  entries: readonly Entry<T>[],
  id: string,
): readonly PlannedChange<object>[] {
  return entries.find((entry) => entry.id === id)?.plan ?? []
}
