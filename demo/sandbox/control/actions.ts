// The commands of the control panel: one function and one schema for each. The JSON routes and the forms both use them.
import * as z from 'zod'
import type { RateLimit } from '../api/rate-limit.ts'
import type { MovableClock } from '../clock.ts'
import { faultSchema } from '../faults/fault-schema.ts'
import type { Faults } from '../faults/faults.ts'
import type { Journal } from '../journal.ts'
import { Problem } from '../problem.ts'
import type { RequestLog } from '../request-log.ts'
import { emptySnapshot, type Service } from '../service/service.ts'
import {
  bankDepositStatuses,
  bankTransferStatuses,
  onRampStatuses,
  payinStatusDetails,
  payinStatuses,
  payoutStatuses,
} from '../service/statuses.ts'
import type { Webhooks } from '../service/webhooks.ts'

export type ControlOptions = {
  clock: MovableClock
  service: Service
  webhooks: Webhooks
  faults: Faults
  log: RequestLog
  journal: Pick<Journal, 'add' | 'clear'>
  rateLimit: Pick<RateLimit, 'refill'>
}

const longestMoveMs = 366 * 24 * 60 * 60_000
const seed = z.int().min(0).max(0x7fffffff)

export const commandSchemas = {
  payinStatus: z.strictObject({
    status: z.enum(payinStatuses),
    status_details: z.enum(payinStatusDetails).optional(),
  }),
  payoutStatus: z.strictObject({ status: z.enum(payoutStatuses) }),
  transactionStatus: z
    .strictObject({
      paymentStatus: z.enum([...new Set([...bankTransferStatuses, ...onRampStatuses])]).optional(),
      bankDepositStatus: z.enum(bankDepositStatuses).optional(),
    })
    .refine(
      (command) => command.paymentStatus !== undefined || command.bankDepositStatus !== undefined,
      'Give "paymentStatus", "bankDepositStatus" or both.',
    ),
  clock: z.strictObject({ advance_ms: z.int().min(1).max(longestMoveMs) }),
  reset: z.strictObject({ seed: seed.optional() }),
  fault: faultSchema,
}

export type Actions = ReturnType<typeof createActions>

export function createActions({ clock, service, webhooks, faults, log, rateLimit, journal }: ControlOptions) {
  const { payins, payouts, payers, bankTransfers, onRamps } = service

  return {
    showState: () => ({
      clock: { now: new Date(clock.now()).toISOString(), ahead_ms: clock.aheadMs },
      ...faults.show(),
      payins: payins.list(),
      payouts: payouts.list(),
      payers: payers.list(),
      bank_transfers: bankTransfers.list(),
      on_ramps: onRamps.listWithIntents(),
      deliveries: webhooks.deliveries,
      requests: log.requests,
    }),

    movePayin: (id: string, { status, status_details }: z.infer<typeof commandSchemas.payinStatus>) =>
      payins.moveByHand(id, status, status_details) ?? unknown('payin'),

    movePayout: (id: string, { status }: z.infer<typeof commandSchemas.payoutStatus>) =>
      payouts.moveByHand(id, status) ?? unknown('payout'),

    moveTransaction(uuid: string, command: z.infer<typeof commandSchemas.transactionStatus>) {
      if (bankTransfers.find(uuid)) return moveBankTransfer(uuid, command)
      if (!onRamps.find(uuid)) unknown('transaction')
      const status = z.enum(onRampStatuses).optional().safeParse(command.paymentStatus)
      if (!status.success) throw new Problem(422, `An on-ramp is never ${command.paymentStatus}.`)
      return onRamps.moveByHand(uuid, {
        ...(status.data ? { paymentStatus: status.data } : {}),
        ...(command.bankDepositStatus ? { bankDepositStatus: command.bankDepositStatus } : {}),
      })
    },

    resend: (deliveryId: string) => webhooks.resend(deliveryId) ?? unknown('delivery'),

    moveClock({ advance_ms }: z.infer<typeof commandSchemas.clock>) {
      clock.advance(advance_ms)
      return { now: new Date(clock.now()).toISOString(), ahead_ms: clock.aheadMs }
    },

    addFault: faults.add,
    removeFault: (id: number) => faults.remove(id) || unknown('fault'),
    clearFaults: () => faults.reset(),
    showFaults: faults.show,

    /** Deletes everything, as at the start. Only the clock keeps its time. */
    reset({ seed }: z.infer<typeof commandSchemas.reset>) {
      service.restore(emptySnapshot)
      webhooks.clear()
      log.clear()
      faults.reset(seed)
      rateLimit.refill()
      journal.clear()
      journal.add('reset', { seed: faults.show().seed })
    },
  }

  function moveBankTransfer(uuid: string, command: z.infer<typeof commandSchemas.transactionStatus>) {
    const status = z.enum(bankTransferStatuses).safeParse(command.paymentStatus)
    if (!status.success || command.bankDepositStatus !== undefined) {
      throw new Problem(422, `A bank transfer is ${bankTransferStatuses.join(', ')}, and has no deposit.`)
    }
    return bankTransfers.moveByHand(uuid, status.data)
  }
}

function unknown(what: string): never {
  throw new Problem(404, `No ${what} has this id.`)
}
