// Payins, payouts, bank transfers and on-ramps in the panel: what its lists and pages show of each, and how it is moved.
// One command moves both legacy kinds, because their interface reads both at one address.

import type { Payin } from '../service/payins.ts'
import type { Payout } from '../service/payouts.ts'
import type { Entry, PlannedChange } from '../service/records.ts'
import type { Service } from '../service/service.ts'
import {
  bankDepositStatuses,
  bankTransferStatuses,
  onRampStatuses,
  payinStatusDetails,
  payinStatuses,
  payoutStatuses,
} from '../service/statuses.ts'
import type { Command, Commands } from './commands.ts'
import type { Place } from './control-page.ts'

const statusWebhookNote = 'Each change of status sends its webhook.'

/** In the order of the navigation. */
export function objectKinds(service: Service, commands: Commands): readonly ObjectKind[] {
  const { payins, payouts, bankTransfers, onRamps } = service
  return [
    {
      kind: 'payin',
      name: 'Payin',
      path: '/sandbox/payins',
      choices: [
        { name: 'status', label: 'Status', values: payinStatuses },
        { name: 'status_details', label: 'Status details', values: payinStatusDetails, none: 'none' },
      ],
      move: commands.movePayin,
      webhookNote: statusWebhookNote,
      firstStep: 'Create one with POST /api/v2/payins; the overview has a call to copy.',
      list: () => listed(payins, (payin) => ({ ...factsOf(payin), person: payin.payer.email })),
    },
    {
      kind: 'payout',
      name: 'Payout',
      path: '/sandbox/payouts',
      choices: [{ name: 'status', label: 'Status', values: payoutStatuses }],
      move: commands.movePayout,
      webhookNote: statusWebhookNote,
      firstStep: 'Create one with POST /api/v2/payouts.',
      list: () =>
        listed(payouts, (payout) => {
          const { first_name: first, last_name: last } = payout.recipient ?? {}
          return { ...factsOf(payout), person: [first, last].filter(Boolean).join(' ') || undefined }
        }),
    },
    {
      kind: 'bank_transfer',
      name: 'Bank transfer',
      path: '/sandbox/bank-transfers',
      choices: [{ name: 'paymentStatus', label: 'Payment status', values: bankTransferStatuses }],
      move: commands.moveTransaction,
      webhookNote: statusWebhookNote,
      firstStep: 'Create one with POST /transaction/create-bank-transfer.',
      list: () =>
        listed(bankTransfers, ({ paymentStatus, amount, currency, revision, names, createdAt }) => ({
          state: { paymentStatus },
          amount: `${amount} ${currency}`,
          reference: revision,
          person: names,
          createdAt,
        })),
    },
    {
      kind: 'on_ramp',
      name: 'On-ramp',
      path: '/sandbox/on-ramps',
      choices: [
        { name: 'paymentStatus', label: 'Payment status', values: onRampStatuses, none: 'as it is' },
        { name: 'bankDepositStatus', label: 'Bank deposit', values: bankDepositStatuses, none: 'as it is' },
      ],
      move: commands.moveTransaction,
      webhookNote: 'The deposit SUCCESS sends its webhook; no other change does.',
      firstStep: 'Create one with POST /payments/on-ramp-merchant/hosted/generate-link.',
      list: () =>
        listed(onRamps, ({ session, ...object }) => ({
          object,
          state: { paymentStatus: object.paymentStatus, bankDepositStatus: object.bankDepositStatus },
          amount: `${session.intent.amount} ${object.currency}`,
          reference: session.intent.revision,
          person: object.names,
          createdAt: object.createdAt,
          asked: session.intent,
          link: { opened: session.linkUsed, expiresAt: session.linkExpiresAt },
        })),
    },
  ]
}

/** What payins and payouts have in common. */
function factsOf({ status, amount, reference, created_at, ...more }: Payin | Payout) {
  return {
    state: { status, ...('status_details' in more && { status_details: more.status_details }) },
    amount: `${amount.value} ${amount.currency}`,
    reference,
    createdAt: created_at,
  }
}

type Records<T> = {
  list(): unknown
  snapshot(): { entries: Entry<T>[] }
  hostedPath(id: string): string | null
}
type Shown = Omit<ShownObject, 'id' | 'object' | 'plan' | 'hostedPath'> & { object?: object }

/** The objects with their plans, newest first. @param show what a kind shows of an object */
function listed<T extends object>(records: Records<T>, show: (object: T) => Shown): ShownObject[] {
  // Applies the changes that are due.
  records.list()
  return records
    .snapshot()
    .entries.reverse()
    .map(({ id, object, plan }) => ({
      id,
      object,
      plan,
      hostedPath: records.hostedPath(id),
      ...show(object),
    }))
}

/**
 * All objects that can be paid or claimed, in one shape, for programs that act as a shopper. Newest first. `hosted_path`
 * is correct even if a fault has replaced the merchant's link.
 */
export function listPayments(kinds: readonly ObjectKind[]) {
  const payments = kinds.flatMap(({ kind, list }) =>
    list().map(({ id, reference, amount, state, createdAt, hostedPath }) => ({
      kind,
      id,
      reference: reference ?? null,
      amount,
      created_at: createdAt,
      hosted_path: hostedPath,
      ...state,
    })),
  )
  return { payments: payments.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at)) }
}

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

type Choice = {
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
