// The commands of the control panel. Each is described once: its JSON route, the fields of its body, and what it does.
// control.ts answers them as JSON, command-forms.ts carries them out for forms.
import type { Context } from 'hono'
import * as z from 'zod'
import { faultSchema } from '../faults/fault-schema.ts'
import { Problem } from '../problem.ts'
import type { Service } from '../service/service.ts'
import {
  bankDepositStatuses,
  bankTransferStatuses,
  onRampStatuses,
  payinStatusDetails,
  payinStatuses,
  payoutStatuses,
} from '../service/statuses.ts'
import { type ControlOptions, showClock, showState } from './state.ts'

export type Command = {
  method: 'POST' | 'DELETE'
  path: string
  /** The status of the JSON answer. */
  status: 200 | 201 | 202 | 204
  /** Whether a JSON request has a body. */
  hasFields: boolean
  /** @throws {Problem} 404 for an unknown id, 422 for a status that the object never has */
  carryOut(id: string, fields?: unknown): Result
}

export type Result = { ok: true; answer: object } | { ok: false; issues: readonly z.core.$ZodIssue[] }

export type Commands = ReturnType<typeof createCommands>

type Route = Pick<Command, 'method' | 'path' | 'status'>
const post = (path: string, status: Command['status'] = 200): Route => ({ method: 'POST', path, status })
const remove = (path: string): Route => ({ method: 'DELETE', path, status: 204 })

/** The fields of a command that has none. */
const none: z.ZodType = z.undefined()

function command<T>(route: Route, fields: z.ZodType<T>, run: (id: string, fields: T) => object): Command {
  const carryOut = (id: string, given: unknown): Result => {
    const { success, data, error } = fields.safeParse(given)
    return success ? { ok: true, answer: run(id, data) } : { ok: false, issues: error.issues }
  }
  return { ...route, hasFields: fields !== none, carryOut }
}

const payinStatus = z.strictObject({
  status: z.enum(payinStatuses),
  status_details: z.enum(payinStatusDetails).optional(),
})
const payoutStatus = z.strictObject({ status: z.enum(payoutStatuses) })
const transactionStatus = z
  .strictObject({
    paymentStatus: z.enum([...new Set([...bankTransferStatuses, ...onRampStatuses])]).optional(),
    bankDepositStatus: z.enum(bankDepositStatuses).optional(),
  })
  .refine(
    (command) => command.paymentStatus !== undefined || command.bankDepositStatus !== undefined,
    'Give "paymentStatus", "bankDepositStatus" or both.',
  )
const longestMoveMs = 366 * 24 * 60 * 60_000
const clockMove = z.strictObject({ advance_ms: z.int().min(1).max(longestMoveMs) })
const newSeed = z.strictObject({ seed: z.int().min(0).max(0x7fffffff).optional() })

/** All commands, by name. */
export function createCommands(options: ControlOptions) {
  const { clock, service, webhooks, faults } = options
  return {
    ...moveCommands(service),

    resend: command(post('/sandbox/deliveries/:id/resend', 202), none, (id) => {
      return webhooks.resend(id) ?? unknown('delivery')
    }),

    moveClock: command(post('/sandbox/clock'), clockMove, (_, { advance_ms }) => {
      clock.advance(advance_ms)
      return showClock(clock)
    }),

    addFault: command(post('/sandbox/faults', 201), faultSchema, (_, fault) => faults.add(fault)),
    removeFault: command(remove('/sandbox/faults/:id'), none, (id) => {
      return faults.remove(Number(id)) ? faults.show() : unknown('fault')
    }),
    clearFaults: command(remove('/sandbox/faults'), none, () => {
      faults.reset()
      return faults.show()
    }),

    reset: command(post('/sandbox/reset'), newSeed, (_, { seed }) => {
      deleteEverything(options, seed)
      return showState(options)
    }),
  }
}

/** Deletes all data. The clock keeps its time. */
function deleteEverything(options: ControlOptions, seed: number | undefined) {
  const { service, webhooks, log, faults, rateLimit, journal } = options
  service.clear()
  webhooks.clear()
  log.clear()
  faults.reset(seed)
  rateLimit.refill()
  journal.clear()
  journal.add('reset', { seed: faults.show().seed })
}

function moveCommands({ payins, payouts, bankTransfers, onRamps }: Service) {
  return {
    movePayin: command(post('/sandbox/payins/:id/status'), payinStatus, (id, { status, status_details }) => {
      return payins.moveByHand(id, status, status_details) ?? unknown('payin')
    }),

    movePayout: command(post('/sandbox/payouts/:id/status'), payoutStatus, (id, { status }) => {
      return payouts.moveByHand(id, status) ?? unknown('payout')
    }),

    moveTransaction: command(post('/sandbox/transactions/:id/status'), transactionStatus, (id, fields) => {
      const moved = bankTransfers.find(id)
        ? bankTransfers.moveByHand(id, bankTransferStatusOf(fields))
        : onRamps.find(id) && onRamps.moveByHand(id, onRampStateOf(fields))
      return moved ?? unknown('transaction')
    }),
  }
}

type TransactionStatus = z.infer<typeof transactionStatus>

function bankTransferStatusOf({ paymentStatus, bankDepositStatus }: TransactionStatus) {
  const { data } = z.enum(bankTransferStatuses).safeParse(paymentStatus)
  if (data && bankDepositStatus === undefined) return data
  throw new Problem(422, `A bank transfer is ${bankTransferStatuses.join(', ')}, and has no deposit.`)
}

function onRampStateOf({ paymentStatus, bankDepositStatus }: TransactionStatus) {
  const { success, data } = z.enum(onRampStatuses).optional().safeParse(paymentStatus)
  if (!success) throw new Problem(422, `An on-ramp is never ${paymentStatus}.`)
  return { ...(data ? { paymentStatus: data } : {}), ...(bankDepositStatus ? { bankDepositStatus } : {}) }
}

/** The id in an address. Ids of objects are in lower case. */
export function idOf(c: Context): string {
  return (c.req.param('id') ?? '').toLowerCase()
}

function unknown(what: string): never {
  throw new Problem(404, `No ${what} has this id.`)
}
