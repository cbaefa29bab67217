// Faults that a test or a person switches on, to see what a merchant's server makes of them.
import * as z from 'zod'

const webhookFaults = ['deliver', 'drop'] as const
const createFaults = ['none', 'error_500', 'cut_after'] as const
export type WebhookFault = (typeof webhookFaults)[number]
export type CreateFault = (typeof createFaults)[number]

export const faultOrder = z
  .strictObject({
    webhooks: z.enum(webhookFaults).optional(),
    create: z.enum(createFaults).optional(),
    /** How often each fault of this order strikes; without it, until the next order. */
    count: z.int().min(1).max(1_000_000).optional(),
  })
  .refine(
    (order) => order.webhooks !== undefined || order.create !== undefined,
    'Give "webhooks", "create" or both.',
  )
export type FaultOrder = z.infer<typeof faultOrder>

/** Thrown in place of an answer: the payin exists, but the caller never hears of it. */
export class ConnectionCut extends Error {
  override name = 'ConnectionCut'
  override message = 'The sandbox cut the connection before answering (fault "cut_after").'
}

type Switch<F> = { fault: F; left: number | null }

function createSwitch<F>(calm: F) {
  let current: Switch<F> = { fault: calm, left: null }
  return {
    set(fault: F, count: number | undefined) {
      current = { fault, left: fault === calm ? null : (count ?? null) }
    },
    take(): F {
      const { fault, left } = current
      if (left !== null) current = left > 1 ? { fault, left: left - 1 } : { fault: calm, left: null }
      return fault
    },
    show: () => current,
  }
}

export type Faults = ReturnType<typeof createFaultSwitches>

export function createFaultSwitches() {
  const webhooks = createSwitch<WebhookFault>('deliver')
  const create = createSwitch<CreateFault>('none')
  return {
    set(order: FaultOrder) {
      if (order.webhooks !== undefined) webhooks.set(order.webhooks, order.count)
      if (order.create !== undefined) create.set(order.create, order.count)
    },
    takeForWebhook: webhooks.take,
    takeForCreate: create.take,
    show: () => ({
      webhooks: webhooks.show().fault,
      webhooks_left: webhooks.show().left,
      create: create.show().fault,
      create_left: create.show().left,
    }),
  }
}
