// The states of a payin: creation, the payer's decisions, settlement, expiry. No HTTP here. Every status change calls
// `onStatusChange`, which sends the webhook.
import { randomUUID } from 'node:crypto'
import type { PayinIntent } from './intents.ts'
import { createLinkedRecords, type LinkedRecordsOptions } from './linked-records.ts'
import type { PaidWith, Payers } from './payers.ts'
import type { PlannedChange } from './records.ts'
import { type Scenario, scenarioOf } from './scenarios.ts'
import { isOpen, type PayinStatus, type PayinStatusDetails } from './statuses.ts'

export type Payin = PayinIntent & {
  id: string
  status: PayinStatus
  status_details?: PayinStatusDetails
  created_at: string
  expires_at: string
  redirect_url: string
}

export type PayinsOptions = LinkedRecordsOptions<Payin> & {
  payers: Payers
  /** From AUTHORIZED to COMPLETED. */
  settleDelayMs: number
  /** From creation to EXPIRED. */
  ttlMs: number
}

export const soonMs = 60_000

export type Payins = ReturnType<typeof createPayins>

export function createPayins(options: PayinsOptions) {
  const { clock, payers, settleDelayMs } = options
  const records = createLinkedRecords(options, '/pay', ({ status }) => status)
  const { find } = records.reads

  /** @param origin the caller's address of the sandbox, used for the payer's link too */
  function create(intent: PayinIntent, origin: string): Payin {
    const id = randomUUID()
    const createdAt = clock.now()
    const scenario = scenarioOf(intent.amount.value, intent.payer.email)
    const expiresAt = createdAt + (scenario.kind === 'expires_soon' ? soonMs : options.ttlMs)
    const payin: Payin = {
      id,
      status: 'CREATED',
      ...intent,
      created_at: new Date(createdAt).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
      redirect_url: records.makeLink(id, origin),
    }
    payers.register(intent.payer.email)
    records.add(id, payin, [{ at: expiresAt, change: { status: 'EXPIRED' } }])
    return payin
  }

  function open(id: string): void {
    if (find(id)?.status === 'CREATED') records.change(id, { status: 'INITIATED' })
  }

  /**
   * The payer's bank, card issuer or wallet has agreed. The payin's scenario may still make it fail.
   * @param paidWith stored as an instrument of this payer
   */
  function authorize(id: string, paidWith?: PaidWith): void {
    open(id)
    const payin = find(id)
    if (payin?.status !== 'INITIATED') return
    const scenario = scenarioOf(payin.amount.value, payin.payer.email)
    if (scenario.kind === 'fails') return fail(id, scenario.details)
    if (paidWith) payers.remember(payin.payer.email, paidWith)
    records.change(id, { status: 'AUTHORIZED' }, planAfterAuthorization(scenario))
  }

  function planAfterAuthorization({ kind }: Scenario): PlannedChange<Payin>[] {
    const after = (steps: number, change: PlannedChange<Payin>['change']) => ({
      at: clock.now() + steps * settleDelayMs,
      change,
    })
    const completed = after(1, { status: 'COMPLETED' })
    switch (kind) {
      case 'stays_authorized':
        return []
      case 'settles_first':
        return [after(1, { status: 'SETTLED' }), after(2, { status: 'COMPLETED' })]
      case 'disputed':
        return [completed, after(2, { status: 'DISPUTED' })]
      case 'fails_late':
        return [after(1, { status: 'FAILED', status_details: 'OTHER' })]
      default:
        return [completed]
    }
  }

  /** The payer declined, or was refused. Does nothing when the payin is no longer open. */
  function fail(id: string, details: PayinStatusDetails): void {
    open(id)
    if (find(id)?.status !== 'INITIATED') return
    records.change(id, { status: 'FAILED', status_details: details }, [])
  }

  /** Sets any status, for the control panel, and drops the planned changes. */
  function moveByHand(id: string, status: PayinStatus, details?: PayinStatusDetails): Payin | undefined {
    return records.change(id, { status, status_details: details }, [])
  }

  return {
    create,
    open,
    authorize,
    fail,
    moveByHand,
    ...records.reads,
    isOpen: (id: string) => {
      const payin = find(id)
      return payin !== undefined && isOpen(payin.status)
    },
  }
}
