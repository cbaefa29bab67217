// Selects one payment. If several match, it never guesses: a payment that was moved by mistake is hard to find.
import type { Kind } from '../../protocol/kind.ts'
import { CommandError } from '../command.ts'
import { nameOfKind } from '../kind-names.ts'
import type { SandboxPayment } from '../sandbox-client/answers.ts'
import type { SandboxControl } from '../sandbox-client/control.ts'
import { stateOf } from './action.ts'

export interface Selector {
  readonly id?: string
  readonly reference?: string
  /** Choose the newest of several. */
  readonly latest?: boolean
}

const maxListed = 5

/** Whether a payment has the id and the reference. Without both, every payment matches. */
export const matches =
  ({ id, reference }: Selector) =>
  (payment: SandboxPayment): boolean =>
    (id === undefined || payment.id === id.toLowerCase()) &&
    (reference === undefined || payment.reference === reference)

/**
 * The payment of a kind that matches.
 * @param all of every kind, newest first
 * @throws {CommandError} when none matches, or several do and `latest` is not set
 */
export function selectObject(all: readonly SandboxPayment[], kind: Kind, selector: Selector): SandboxPayment {
  const { reference, latest = false } = selector
  const ofKind = all.filter((payment) => payment.kind === kind)
  const fitting = ofKind.filter(matches(selector))
  const [newest, second] = fitting
  if (!newest) throw new CommandError(noMatchMessage(ofKind, kind, selector))
  if (!second || latest) return newest
  const rows = fitting.slice(0, maxListed).map((payment) => `  ${rowOf(payment)}`)
  const more = fitting.length - rows.length
  throw new CommandError(
    `${fitting.length} ${nameOfKind[kind]}s match${ofReference(reference)}. Choose one by its id, or the newest by latest:`,
    ...rows,
    ...(more > 0 ? [`  and ${more} older`] : []),
  )
}

function noMatchMessage(all: readonly SandboxPayment[], kind: Kind, { id, reference }: Selector): string {
  const name = nameOfKind[kind]
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

function rowOf(payment: SandboxPayment): string {
  const { id, amount, reference, createdAt } = payment
  return [id, stateOf(payment), amount, reference ?? '–', createdAt].join('  ')
}

export interface SandboxObject extends SandboxPayment {
  /** As `GET /sandbox/state` shows it, plus `id` for every kind. */
  readonly shown: Shown
}
type Shown = Readonly<Record<string, unknown>>

/**
 * @param which an id, or the link of an on-ramp: the newest with this link, because a fault can give several the same
 * @throws {CommandError} if it is gone
 */
export async function readObject(
  control: SandboxControl,
  { id, link }: { readonly id?: string; readonly link?: string },
): Promise<SandboxObject> {
  const { payins, payouts, bank_transfers, on_ramps } = await control.readState()
  const transactions = [...bank_transfers, ...on_ramps].map((each): Shown => ({ id: each.uuid, ...each }))
  const shown = [...payins, ...payouts, ...transactions].find((each) =>
    link === undefined ? each.id === id : each.paymentLink === link,
  )
  const payment = shown && (await control.listPayments()).find((each) => each.id === shown.id)
  if (payment) return { ...payment, shown }
  throw new CommandError('The payment is gone: somebody reset the sandbox meanwhile.')
}

/** The address that gets its webhooks; `null` if it was created without one. */
export function webhookUrlOf({ shown }: SandboxObject): string | null {
  const asked = Object(shown.asked) as Record<string, unknown>
  const url = shown.webhook_url ?? shown.webhookUrl ?? asked.webhookUrl
  return typeof url === 'string' ? url : null
}
