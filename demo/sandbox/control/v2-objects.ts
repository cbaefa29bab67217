// Payins and payouts in the panel.
import type * as z from 'zod'
import type { Service } from '../service/service.ts'
import { payinStatusDetails, payinStatuses, payoutStatuses } from '../service/statuses.ts'
import { type Actions, commandSchemas } from './actions.ts'
import { findAndShow, type ObjectKind, planOf, type ShownObject, statusWebhookNote } from './object-kind.ts'

export function payinKind({ payins }: Service, { movePayin }: Actions): ObjectKind {
  type Payin = ReturnType<typeof payins.list>[number]
  const show = (payin: Payin): ShownObject => ({
    id: payin.id,
    object: payin,
    state: { status: payin.status, status_details: payin.status_details },
    amount: `${payin.amount.value} ${payin.amount.currency}`,
    reference: payin.reference,
    person: payin.payer.email,
    createdAt: payin.created_at,
    hostedPath: payins.hostedPath(payin.id),
  })
  return {
    name: 'Payin',
    title: 'Payins',
    path: '/sandbox/payins',
    choices: [
      { name: 'status', label: 'Status', values: payinStatuses },
      { name: 'status_details', label: 'Status details', values: payinStatusDetails, none: 'none' },
    ],
    jsonPath: (id) => `/sandbox/payins/${id}/status`,
    webhookNote: statusWebhookNote,
    firstStep: 'Create one with POST /api/v2/payins; the overview has a call to copy.',
    list: () => payins.list().map(show),
    find: findAndShow(payins.find, show),
    plan: (id) => planOf(payins.snapshot().entries, id),
    schema: commandSchemas.payinStatus,
    move: (id, command) => void movePayin(id, command as z.infer<typeof commandSchemas.payinStatus>),
  }
}

export function payoutKind({ payouts }: Service, { movePayout }: Actions): ObjectKind {
  type Payout = ReturnType<typeof payouts.list>[number]
  const show = (payout: Payout): ShownObject => ({
    id: payout.id,
    object: payout,
    state: { status: payout.status },
    amount: `${payout.amount.value} ${payout.amount.currency}`,
    reference: payout.reference,
    person:
      [payout.recipient?.first_name, payout.recipient?.last_name].filter(Boolean).join(' ') || undefined,
    createdAt: payout.created_at,
    hostedPath: payouts.hostedPath(payout.id),
  })
  return {
    name: 'Payout',
    title: 'Payouts',
    path: '/sandbox/payouts',
    choices: [{ name: 'status', label: 'Status', values: payoutStatuses }],
    jsonPath: (id) => `/sandbox/payouts/${id}/status`,
    webhookNote: statusWebhookNote,
    firstStep: 'Create one with POST /api/v2/payouts.',
    list: () => payouts.list().map(show),
    find: findAndShow(payouts.find, show),
    plan: (id) => planOf(payouts.snapshot().entries, id),
    schema: commandSchemas.payoutStatus,
    move: (id, command) => void movePayout(id, command as z.infer<typeof commandSchemas.payoutStatus>),
  }
}
