// What the sandbox's control interface answers. Fields that nothing here reads are kept, so that they can be printed.
import * as z from 'zod'
import { kinds } from '../../protocol/kind.ts'

/** One attempt to deliver a webhook. `status` and `error` are both `null` until it has ended. */
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
  answer: z.string().nullable(),
  error: z.string().nullable(),
})
export type SentDelivery = z.output<typeof delivery>

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
export const activeFaults = z.looseObject({ seed: z.int(), faults: z.array(activeFault) })

export const clock = z.looseObject({ now: z.string(), ahead_ms: z.number() })

const payin = z.looseObject({
  id: z.string(),
  status: z.string(),
  amount: z.looseObject({ value: z.string(), currency: z.string() }),
  redirect_url: z.string(),
  return_url: z.string().optional(),
  webhook_url: z.string().optional(),
  payer: z.looseObject({ email: z.string() }),
})
/** A payin, with the fields that the merchant's server sent. */
export type SandboxPayin = z.output<typeof payin>

const transaction = z.looseObject({ uuid: z.string() })

/** `GET /sandbox/state`. Objects: newest first. Deliveries and requests: oldest first. */
export const state = z.looseObject({
  ...activeFaults.shape,
  clock,
  payins: z.array(payin),
  payouts: z.array(z.looseObject({ id: z.string() })),
  bank_transfers: z.array(transaction),
  on_ramps: z.array(transaction.extend({ paymentLink: z.string() })),
  deliveries: z.array(delivery),
  requests: z.array(call),
})
export type SandboxState = z.output<typeof state>

const listedPayment = z.object({
  kind: z.enum(kinds),
  id: z.string(),
  reference: z.string().nullable(),
  amount: z.string(),
  created_at: z.string(),
  hosted_path: z.string().nullable(),
  // A payin or payout has the first, a bank transfer or an on-ramp the third.
  status: z.string().optional(),
  status_details: z.string().optional(),
  paymentStatus: z.string().optional(),
  bankDepositStatus: z.string().optional(),
})

/** `GET /sandbox/payments`: everything that can be paid or claimed, newest first, in one form for all kinds. */
export const payments = z.object({
  payments: z.array(
    listedPayment.transform(({ kind, id, reference, amount, ...listed }) => ({
      kind,
      id,
      /** `reference` of a payin or payout, `revision` of a bank transfer or an on-ramp. */
      reference,
      status: listed.status ?? listed.paymentStatus ?? '',
      statusDetails: listed.status_details ?? null,
      depositStatus: listed.bankDepositStatus ?? null,
      amount,
      createdAt: listed.created_at,
      /** The path of the hosted page; `null` before a bank transfer has a link. */
      hostedPath: listed.hosted_path,
    })),
  ),
})
export type SandboxPayment = z.output<typeof payments>['payments'][number]
