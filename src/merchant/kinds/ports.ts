// The ports of all kinds over one client of the service.
import type { ServiceClient } from '../../server/index.ts'
import { createPayinPort, createPayoutPort } from './keyed-ports.ts'
import { createBankTransferPort, createOnRampPort } from './legacy-ports.ts'
import type { ServicePorts } from './service-port.ts'

/** @param now milliseconds since 1970 */
export const createServicePorts = (service: ServiceClient, now: () => number): ServicePorts => ({
  payin: createPayinPort(service),
  payout: createPayoutPort(service),
  bank_transfer: createBankTransferPort(service),
  on_ramp: createOnRampPort(service, now),
})
