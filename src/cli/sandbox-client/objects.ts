// The four kinds of objects in one form, because the interfaces of the service name the same fields differently.
import * as z from 'zod'
import type { Kind as ObjectKind } from '../../protocol/kind.ts'

export { type Kind as ObjectKind, kinds as objectKinds } from '../../protocol/kind.ts'

export interface SandboxObject {
  readonly kind: ObjectKind
  readonly id: string
  /** `status` of a payin or payout, `paymentStatus` of a bank transfer or an on-ramp. */
  readonly status: string
  /** `status_details` of a payin. */
  readonly details: string | null
  /** `bankDepositStatus` of an on-ramp. */
  readonly deposit: string | null
  /** `reference` of a payin or payout, `revision` of a bank transfer or an on-ramp. */
  readonly reference: string | null
  readonly amount: string
  readonly createdAt: string
  /** The address that gets its webhooks. */
  readonly webhookUrl: string | null
  /** The object as the sandbox shows it, plus `id` for every kind. */
  readonly shown: Readonly<Record<string, unknown>>
}

const money = z.looseObject({ value: z.string(), currency: z.string() })
const v2 = z.looseObject({
  id: z.string(),
  status: z.string(),
  status_details: z.string().optional(),
  reference: z.string().optional(),
  amount: money,
  created_at: z.string(),
  webhook_url: z.string().optional(),
})
const legacy = z.looseObject({
  uuid: z.string(),
  paymentStatus: z.string(),
  currency: z.string(),
  createdAt: z.string(),
})
const bankTransfer = legacy.extend({
  amount: z.string(),
  revision: z.string().optional(),
  webhookUrl: z.string().optional(),
})
const onRamp = legacy.extend({
  bankDepositStatus: z.string(),
  paymentLink: z.string(),
  asked: z.looseObject({
    amount: z.number(),
    revision: z.string().optional(),
    webhookUrl: z.string().optional(),
  }),
})

const fromV2 =
  (kind: ObjectKind) =>
  (shown: z.output<typeof v2>): SandboxObject => ({
    kind,
    id: shown.id,
    status: shown.status,
    details: shown.status_details ?? null,
    deposit: null,
    reference: shown.reference ?? null,
    amount: `${shown.amount.value} ${shown.amount.currency}`,
    createdAt: shown.created_at,
    webhookUrl: shown.webhook_url ?? null,
    shown,
  })

type Asked = { amount: string | number; revision?: string | undefined; webhookUrl?: string | undefined }

const fromLegacy = (
  kind: ObjectKind,
  shown: z.output<typeof legacy>,
  { amount, revision, webhookUrl }: Asked,
  deposit: string | null,
): SandboxObject => ({
  kind,
  id: shown.uuid,
  status: shown.paymentStatus,
  details: null,
  deposit,
  reference: revision ?? null,
  amount: `${amount} ${shown.currency}`,
  createdAt: shown.createdAt,
  webhookUrl: webhookUrl ?? null,
  shown: { id: shown.uuid, ...shown },
})

/** Parsers for the objects of each kind. */
export const objectSchemas = {
  payin: v2.transform(fromV2('payin')),
  payout: v2.transform(fromV2('payout')),
  bank_transfer: bankTransfer.transform((shown) => fromLegacy('bank_transfer', shown, shown, null)),
  on_ramp: onRamp.transform((shown) => fromLegacy('on_ramp', shown, shown.asked, shown.bankDepositStatus)),
} satisfies Record<ObjectKind, z.ZodType<SandboxObject>>
