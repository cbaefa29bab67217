// The states of a payin and the moves between them. The document lists the states and says "Payin
// transitions: not shown"; the moves below are this sandbox's choice: the shortest life that a merchant meets.
//
//   CREATED ──► INITIATED ──► AUTHORIZED ──► COMPLETED
//      │            ├───────► FAILED
//      └────────────┴───────► EXPIRED
//
// SETTLED and DISPUTED are reached by hand only (POST /sandbox/payins/{id}/status).

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

const moves: Record<PayinStatus, readonly PayinStatus[]> = {
  CREATED: ['INITIATED', 'EXPIRED'],
  INITIATED: ['AUTHORIZED', 'FAILED', 'EXPIRED'],
  AUTHORIZED: ['COMPLETED'],
  DISPUTED: [],
  SETTLED: [],
  COMPLETED: [],
  FAILED: [],
  EXPIRED: [],
}

export function canMove(from: PayinStatus, to: PayinStatus): boolean {
  return moves[from].includes(to)
}

/** The payer can still pay, decline or cancel, and the payin can still expire. */
export function isOpen(status: PayinStatus): boolean {
  return status === 'CREATED' || status === 'INITIATED'
}
