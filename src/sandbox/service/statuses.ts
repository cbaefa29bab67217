// The states of all objects and their transitions. The documents list the states and say "transitions: not shown". The
// transitions below are this sandbox's choice: the shortest ones that a merchant must handle.
//
//   payin          CREATED ─► INITIATED ─► AUTHORIZED ─► (SETTLED ─►) COMPLETED (─► DISPUTED)
//                     │           ├──────► FAILED
//                     └───────────┴──────► EXPIRED
//   payout         CREATED ─► INITIATED ─► PROCESSING ─► COMPLETED
//                     │           ├─────────► │ ───────► FAILED
//                     └───────────┴──────► EXPIRED
//   bank transfer  INTENT ─► STARTED ─► AUTHORIZED, or FAILED_INTENT
//   on-ramp        INTENT ─► STARTED ─► PROCESSING ─► COMPLETED, or FAILED_INTENT
//
// The control panel can set any state (POST /sandbox/…/status).

export const payinStatuses = [
  'CREATED',
  'INITIATED',
  'AUTHORIZED',
  'DISPUTED',
  'SETTLED',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const
export type PayinStatus = (typeof payinStatuses)[number]

export const payinStatusDetails = [
  'INSUFFICIENT_FUNDS',
  'DECLINED_BY_ISSUER',
  'INSTRUMENT_INVALID',
  'INSTRUMENT_BLOCKED',
  'AUTHORIZATION_FAILED',
  'DECLINED_BY_PAYER',
  'RISK_REJECTED',
  'PROVIDER_ERROR',
  'OTHER',
] as const
export type PayinStatusDetails = (typeof payinStatusDetails)[number]

export const payoutStatuses = [
  'CREATED',
  'INITIATED',
  'PROCESSING',
  'COMPLETED',
  'FAILED',
  'EXPIRED',
] as const
export type PayoutStatus = (typeof payoutStatuses)[number]

export const bankTransferStatuses = ['INTENT', 'STARTED', 'AUTHORIZED', 'FAILED_INTENT'] as const
export type BankTransferStatus = (typeof bankTransferStatuses)[number]

export const onRampStatuses = ['INTENT', 'STARTED', 'FAILED_INTENT', 'PROCESSING', 'COMPLETED'] as const
export type OnRampStatus = (typeof onRampStatuses)[number]

export const bankDepositStatuses = ['PENDING', 'SUCCESS', 'FAILED'] as const
export type BankDepositStatus = (typeof bankDepositStatuses)[number]

/** The payer or recipient can still act, and the object can still expire. */
export function isOpen(status: PayinStatus | PayoutStatus): boolean {
  return status === 'CREATED' || status === 'INITIATED'
}

/** The same for legacy transactions: the bank has not decided yet. */
export function isUndecided(status: BankTransferStatus | OnRampStatus): boolean {
  return status === 'INTENT' || status === 'STARTED'
}
