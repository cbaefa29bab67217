// The service: its objects, and which change sends which webhook. No HTTP here: webhooks are a port.
import type { Clock, Timers } from '../clock.ts'
import { type BankTransfer, type BankTransfers, createBankTransfers } from './bank-transfers.ts'
import { createIdempotencyKeys, type IdempotencyKeys } from './idempotency.ts'
import type { OnRampIntent } from './intents.ts'
import { createOnRamps, type OnRamp, type OnRamps } from './on-ramps.ts'
import { createPayers, type Payers } from './payers.ts'
import { createPayins, type Payins } from './payins.ts'
import { createPayouts, type Payouts } from './payouts.ts'
import type { Webhooks } from './webhooks.ts'

export type ServiceOptions = {
  clock: Clock
  timers: Timers
  webhooks: Pick<Webhooks, 'notify'>
  /** Returns a link for the merchant, which a fault may replace by a malicious one. */
  applyLinkFault(link: string): string
  settleDelayMs: number
  payinTtlMs: number
  payoutTtlMs: number
}

export type Service = ReturnType<typeof createService>

export function createService(options: ServiceOptions) {
  const { clock, timers, webhooks, applyLinkFault, settleDelayMs, payinTtlMs, payoutTtlMs } = options
  const common = { clock, timers, applyLinkFault, settleDelayMs }
  const payers = createPayers()
  const payins = createPayins({
    ...common,
    payers,
    ttlMs: payinTtlMs,
    onStatusChange: (payin) => webhooks.notify('payinStatusChanged', payin.id, payin.webhook_url, payin),
  })
  const payouts = createPayouts({
    ...common,
    ttlMs: payoutTtlMs,
    onStatusChange: (payout) => webhooks.notify('payoutStatusChanged', payout.id, payout.webhook_url, payout),
  })
  const bankTransfers = createBankTransfers({ ...common, onStatusChange: notifyBankTransfer })
  const onRamps = createOnRamps({ ...common, onDeposit: notifyDeposit })
  const keys = createIdempotencyKeys(clock)

  function notifyBankTransfer({
    uuid,
    webhookUrl,
    paymentStatus,
    webhookPayload,
    payerBankAccount,
  }: BankTransfer) {
    const body = {
      status: paymentStatus,
      ...(webhookPayload === undefined ? {} : { webhookPayload }),
      ...(payerBankAccount ? { payerBankAccount } : {}),
    }
    webhooks.notify('bankTransferStatusUpdate', uuid, webhookUrl, body)
  }

  function notifyDeposit({ uuid, currency }: OnRamp, { amount, webhookUrl, webhookPayload }: OnRampIntent) {
    const body = {
      eventType: 'merchant_on_ramp_success',
      transactionId: uuid,
      amount,
      currency,
      timestamp: new Date(clock.now()).toISOString(),
      ...(webhookPayload === undefined ? {} : { webhookPayload }),
    }
    webhooks.notify('merchantOnRampSuccess', uuid, webhookUrl, body)
  }

  const parts = { payers, payins, payouts, bankTransfers, onRamps, keys }
  type Part = { snapshot(): unknown; restore(saved: unknown): void }

  /** All objects as data, for the state file. */
  function snapshot(): Snapshot {
    return Object.fromEntries(
      Object.entries(parts).map(([name, part]) => [name, part.snapshot()]),
    ) as Snapshot
  }

  function restore(saved: Snapshot) {
    for (const [name, part] of Object.entries(parts)) (part as Part).restore(saved[name as keyof Snapshot])
  }

  const empty = snapshot()
  return {
    ...parts,
    notifyBankTransfer,
    /** Whether the token belongs to a hosted page of this world. */
    ownsToken: (token: string) =>
      [payins, payouts, bankTransfers, onRamps].some((objects) => objects.ownsToken(token)),
    /** Sends the deposit notification again, if the deposit has arrived. An on-ramp has no other notification. */
    notifyOnRamp: (uuid: string) => onRamps.notifyDeposit(uuid),
    snapshot,
    restore,
    /** Deletes all objects. */
    clear: () => restore(empty),
  }
}

export type Snapshot = {
  payers: ReturnType<Payers['snapshot']>
  payins: ReturnType<Payins['snapshot']>
  payouts: ReturnType<Payouts['snapshot']>
  bankTransfers: ReturnType<BankTransfers['snapshot']>
  onRamps: ReturnType<OnRamps['snapshot']>
  keys: ReturnType<IdempotencyKeys['snapshot']>
}
