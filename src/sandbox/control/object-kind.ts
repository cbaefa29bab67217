// What the panel knows of each kind of objects with states. object-kinds.ts has the four kinds, object-pages.ts their pages.
import type { PlannedChange } from '../service/records.ts'
import type { Command } from './commands.ts'
import type { Place } from './control-page.ts'

export type ShownObject = {
  id: string
  /** As the interface answers it. */
  object: object
  /** The values of the fields in `choices`. */
  state: Readonly<Record<string, string | undefined>>
  plan: readonly PlannedChange<object>[]
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
  /** In JSON. */
  kind: 'payin' | 'payout' | 'bank_transfer' | 'on_ramp'
  /** On pages. */
  name: string
  path: Place
  choices: readonly Choice[]
  move: Command
  /** When it sends a webhook. */
  webhookNote: string
  /** How to create the first one. */
  firstStep: string
  /** Newest first. */
  list(): readonly ShownObject[]
}
