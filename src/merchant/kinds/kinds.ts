import type { ServiceClient } from '../../server/index.ts'
import { createBankTransferKind } from './bank-transfer.ts'
import type { Kinds } from './kind.ts'
import { createOnRampKind } from './on-ramp.ts'
import { createPayinKind } from './payin.ts'
import { createPayoutKind } from './payout.ts'

/** All four kinds over one client of the service. */
export const createKinds = (service: ServiceClient, now: () => number): Kinds => ({
  payin: createPayinKind(service),
  payout: createPayoutKind(service),
  bank_transfer: createBankTransferKind(service),
  on_ramp: createOnRampKind(service, now),
})
