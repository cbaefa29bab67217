// Bank transfers and on-ramps in the panel. One command moves both, because their interface reads both at one address.
import type * as z from 'zod'
import type { Service } from '../service/service.ts'
import { bankDepositStatuses, bankTransferStatuses, onRampStatuses } from '../service/statuses.ts'
import { type Actions, commandSchemas } from './actions.ts'
import { findAndShow, type ObjectKind, planOf, type ShownObject, statusWebhookNote } from './object-kind.ts'

export function transactionKinds(service: Service, { moveTransaction }: Actions): ObjectKind[] {
  const common = {
    jsonPath: (id: string) => `/sandbox/transactions/${id}/status`,
    schema: commandSchemas.transactionStatus,
    move: (id: string, command: unknown) =>
      void moveTransaction(id, command as z.infer<typeof commandSchemas.transactionStatus>),
  }
  return [
    { ...bankTransferKind(service), ...common },
    { ...onRampKind(service), ...common },
  ]
}

type Unmoved = Omit<ObjectKind, 'jsonPath' | 'schema' | 'move'>

function bankTransferKind({ bankTransfers }: Service): Unmoved {
  type BankTransfer = ReturnType<typeof bankTransfers.list>[number]
  const show = (transfer: BankTransfer): ShownObject => ({
    id: transfer.uuid,
    object: transfer,
    state: { paymentStatus: transfer.paymentStatus },
    amount: `${transfer.amount} ${transfer.currency}`,
    reference: transfer.revision,
    person: transfer.names,
    createdAt: transfer.createdAt,
    hostedPath: bankTransfers.hostedPath(transfer.uuid),
  })
  return {
    name: 'Bank transfer',
    title: 'Bank transfers',
    path: '/sandbox/bank-transfers',
    choices: [{ name: 'paymentStatus', label: 'Payment status', values: bankTransferStatuses }],
    webhookNote: statusWebhookNote,
    firstStep: 'Create one with POST /transaction/create-bank-transfer.',
    list: () => bankTransfers.list().map(show),
    find: findAndShow(bankTransfers.find, show),
    plan: () => [],
  }
}

function onRampKind({ onRamps }: Service): Unmoved {
  type OnRamp = ReturnType<typeof onRamps.list>[number]
  const read = () => {
    const { entries, sessions } = onRamps.snapshot()
    const sessionTokens = new Map(sessions.map(([token, id]) => [id, token]))
    const byId = new Map(entries.map(({ id, object }) => [id, object.session]))
    return { byId, sessionTokens }
  }
  const show = (onRamp: OnRamp, { byId, sessionTokens } = read()): ShownObject => {
    const { uuid, names, createdAt, paymentStatus, bankDepositStatus, currency } = onRamp
    const session = byId.get(uuid)
    const opened = sessionTokens.get(uuid)
    return {
      id: uuid,
      object: onRamp,
      state: { paymentStatus, bankDepositStatus },
      amount: session ? `${session.intent.amount} ${currency}` : '–',
      reference: session?.intent.revision,
      person: names,
      createdAt,
      hostedPath: opened ? `/on-ramp/session/${opened}` : session ? `/on-ramp/${session.linkToken}` : null,
      ...(session
        ? { asked: session.intent, link: { opened: session.linkUsed, expiresAt: session.linkExpiresAt } }
        : {}),
    }
  }
  return {
    name: 'On-ramp',
    title: 'On-ramps',
    path: '/sandbox/on-ramps',
    choices: [
      { name: 'paymentStatus', label: 'Payment status', values: onRampStatuses, none: 'as it is' },
      { name: 'bankDepositStatus', label: 'Bank deposit', values: bankDepositStatuses, none: 'as it is' },
    ],
    webhookNote: 'The deposit SUCCESS sends its webhook; no other change does.',
    firstStep: 'Create one with POST /payments/on-ramp-merchant/hosted/generate-link.',
    list: () => {
      const sessions = read()
      return onRamps.list().map((onRamp) => show(onRamp, sessions))
    },
    find: findAndShow(onRamps.find, show),
    plan: (id) => planOf(onRamps.snapshot().entries, id),
  }
}
