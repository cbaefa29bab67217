// What payins and payouts have in common: a payment is created with a time to expire, opened by the payer or recipient, and
// decided once.
import { randomUUID } from 'node:crypto'
import type { Money } from './intents.ts'
import { createLinkedRecords, type LinkedRecordsOptions } from './linked-records.ts'
import type { Change, PlannedChange } from './records.ts'
import { scenarioOf } from './scenarios.ts'
import type { PayinStatus, PayoutStatus } from './statuses.ts'

/** What the service adds to the merchant's request. */
export type Added<Status> = {
  id: string
  status: Status
  created_at: string
  expires_at: string
  redirect_url: string
}

export type PaymentsOptions<T> = LinkedRecordsOptions<T> & {
  /** Between two steps that the service takes by itself. */
  settleDelayMs: number
  /** From creation to EXPIRED. */
  ttlMs: number
}

const soonMs = 60_000

/** @param emailOf the address that can choose a scenario when the payment is created */
export function createPayments<Intent extends { amount: Money }, Status extends PayinStatus | PayoutStatus>(
  options: PaymentsOptions<Intent & Added<Status>>,
  place: string,
  emailOf: (intent: Intent) => string | undefined,
) {
  type Payment = Intent & Added<Status>
  const { clock, settleDelayMs, ttlMs } = options
  const records = createLinkedRecords<Payment>(options, place, ({ status }) => status)
  const { find } = records.reads
  const change = (fields: { status: PayinStatus | PayoutStatus }) => fields as Change<Payment>

  /** @param origin the caller's address of the sandbox, used for the link too */
  function create(intent: Intent, origin: string): Payment {
    const id = randomUUID()
    const createdAt = clock.now()
    const { kind } = scenarioOf(intent.amount.value, emailOf(intent))
    const expiresAt = createdAt + (kind === 'expires_soon' ? soonMs : ttlMs)
    const payment = {
      id,
      status: 'CREATED' as Status,
      ...intent,
      created_at: new Date(createdAt).toISOString(),
      expires_at: new Date(expiresAt).toISOString(),
      redirect_url: records.makeLink(id, origin),
    }
    records.add(id, payment, [{ at: expiresAt, change: change({ status: 'EXPIRED' }) }])
    return payment
  }

  /** A person has opened its page. */
  function open(id: string): void {
    if (find(id)?.status === 'CREATED') records.change(id, change({ status: 'INITIATED' }))
  }

  return {
    ...records.reads,
    create,
    open,
    /** The payment after it was opened; `undefined` when it can no longer be decided. */
    decidable(id: string): Payment | undefined {
      open(id)
      const payment = find(id)
      return payment?.status === 'INITIATED' ? payment : undefined
    },
    /** Sets any status, and replaces the planned changes. */
    move: (id: string, fields: Change<Payment>, plan: readonly PlannedChange<Payment>[] = []) =>
      records.change(id, fields, plan),
    /** A change that the service makes by itself, after so many delays. */
    after: (steps: number, fields: Change<Payment>): PlannedChange<Payment> => ({
      at: clock.now() + steps * settleDelayMs,
      change: fields,
    }),
  }
}
