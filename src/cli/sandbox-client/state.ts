// Schemas of the sandbox's state. Unknown fields are kept, so that they can be printed.
import * as z from 'zod'
import { type ObjectKind, objectSchemas, type SandboxObject } from './objects.ts'

/** One attempt to deliver a webhook. */
export const delivery = z.looseObject({
  id: z.string(),
  at: z.string(),
  event: z.string(),
  object_id: z.string(),
  url: z.string(),
  body: z.string(),
  signature: z.string().nullable(),
  forged: z.boolean(),
  attempt: z.int(),
  status: z.int().nullable(),
  error: z.string().nullable(),
})
export type Delivery = z.output<typeof delivery>

/** One call of the merchant's server. */
export const call = z.looseObject({
  id: z.string(),
  at: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  idempotency_key: z.string().nullable(),
})

export const activeFault = z.looseObject({
  id: z.int(),
  fault: z.string(),
  left: z.int().nullable(),
  struck: z.int(),
  chance: z.number(),
})
export type ActiveFault = z.output<typeof activeFault>
export const faultsShown = z.looseObject({ seed: z.int(), faults: z.array(activeFault) })

export const clockShown = z.looseObject({ now: z.string(), ahead_ms: z.number() })

const shown = z.looseObject({
  clock: clockShown,
  ...faultsShown.shape,
  payins: z.array(objectSchemas.payin),
  payouts: z.array(objectSchemas.payout),
  bank_transfers: z.array(objectSchemas.bank_transfer),
  on_ramps: z.array(objectSchemas.on_ramp),
  deliveries: z.array(delivery),
})

export interface SandboxState {
  /** Newest first. */
  readonly objects: Readonly<Record<ObjectKind, readonly SandboxObject[]>>
  /** Oldest first. */
  readonly deliveries: readonly Delivery[]
}

/** The answer to `GET /sandbox/state`. */
export const stateShown = shown.transform(
  ({ payins, payouts, bank_transfers, on_ramps, deliveries }): SandboxState => ({
    objects: { payin: payins, payout: payouts, bank_transfer: bank_transfers, on_ramp: on_ramps },
    deliveries,
  }),
)
