// The states of a payout: creation, the recipient's claim, processing, expiry. No HTTP here.
import { randomUUID } from 'node:crypto'
import type { PayoutIntent } from './intents.ts'
import { createLinkedRecords, type LinkedRecordsOptions } from './linked-records.ts'
import { soonMs } from './payins.ts'
import type { PlannedChange } from './records.ts'
import { type Scenario, scenarioOf } from './scenarios.ts'
import type { PayoutStatus } from './statuses.ts'

export type Payout = PayoutIntent & {
  id: string
  status: PayoutStatus
  created_at: string
  expires_at: string
  redirect_url: string
}

export type PayoutsOptions = LinkedRecordsOptions<Payout> & {
  /** From PROCESSING to COMPLETED. */
  settleDelayMs: number
  /** From creation to EXPIRED. */
  ttlMs: number
}

export type Payouts = ReturnType<typeof createPayouts>

export function createPayouts(options: PayoutsOptions) {
  const { clock, settleDelayMs } = options
  const records = createLinkedRecords(options, '/payout', ({ status }) => status)
  const { find } = records.reads

  /** @param origin the caller's address of the sandbox, used for the recipient's link too */
  function create(intent: PayoutIntent, origin: string): Payout {
    const id = randomUUID()
    const createdAt = clock.now()
    const { amount, payment } = intent
    // The wallet that the merchant names. One that the recipient enters comes too late for this.
    const wallet = payment?.method === 'service_wallet' ? payment.email : undefined
    const { kind } = scenarioOf(amount.value, wallet)
    const expiresAt = createdAt + (kind === 'expires_soon' ? soonMs : options.ttlMs)
    const payout: Payout = {
      id,
      status: 'CREATED',
      ...intent,
      created_at: new Date(createdAt).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
      redirect_url: records.makeLink(id, origin),
    }
    records.add(id, payout, [{ at: expiresAt, change: { status: 'EXPIRED' } }])
    return payout
  }

  function open(id: string): void {
    if (find(id)?.status === 'CREATED') records.change(id, { status: 'INITIATED' })
  }

  /**
   * The recipient has entered a destination, or confirmed the merchant's. The payout does not contain what was entered:
   * the documents do not say that the service shows it, and an IBAN is private.
   *
   * @param email of the destination wallet: it can choose a scenario too
   */
  function claim(id: string, email?: string): void {
    open(id)
    const payout = find(id)
    if (payout?.status !== 'INITIATED') return
    const plan = planAfterClaim(scenarioOf(payout.amount.value, email))
    records.change(id, { status: 'PROCESSING' }, plan)
  }

  function planAfterClaim({ kind }: Scenario): PlannedChange<Payout>[] {
    if (kind === 'stays_authorized') return []
    const failed = kind === 'fails' || kind === 'fails_late'
    return [{ at: clock.now() + settleDelayMs, change: { status: failed ? 'FAILED' : 'COMPLETED' } }]
  }

  /** The recipient refused the money. Does nothing when the payout is no longer open. */
  function refuse(id: string): void {
    open(id)
    if (find(id)?.status === 'INITIATED') records.change(id, { status: 'FAILED' }, [])
  }

  return {
    create,
    open,
    claim,
    refuse,
    /** Sets any status, for the control panel, and drops the planned changes. */
    moveByHand: (id: string, status: PayoutStatus) => records.change(id, { status }, []),
    ...records.reads,
  }
}
