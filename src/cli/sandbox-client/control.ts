// The control interface of a running sandbox as functions (src/sandbox/README.md), for `trigger`, `verify` and
// `payin-checkout/testing`.
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import type { Kind } from '../../protocol/kind.ts'
import {
  activeFault,
  activeFaults,
  clock,
  delivery,
  payments,
  type SandboxPayment,
  state,
} from './answers.ts'
import { createSend, type SandboxConnection } from './request.ts'

/** The parts of a payment's status that can be changed. Each kind has some of them. */
export interface StatusChange {
  /** `paymentStatus` of a bank transfer or an on-ramp. */
  readonly status?: string
  /** Only for a payin. */
  readonly details?: string
  /** Only for an on-ramp. */
  readonly deposit?: string
}

export type SandboxControl = ReturnType<typeof createControl>

/** Every function throws what `connection.fail` makes, if the sandbox cannot be reached or refuses. */
export function createControl(connection: SandboxConnection) {
  const send = createSend(connection)
  const post = <Schema extends z.ZodType>(schema: Schema, path: string, body: object = {}) =>
    send(schema, path, { method: 'POST', body })
  const remove = (path: string) => send(z.undefined(), path, { method: 'DELETE' })

  return {
    readState: () => send(state, '/sandbox/state'),
    /** The same, in the order in which the sandbox shows it. */
    showState: () => send(z.looseObject({}), '/sandbox/state'),
    listPayments: async () => (await send(payments, '/sandbox/payments')).payments,

    /** Moves a payment to any status, also to one that it never reaches by itself, and sends its webhook. */
    async move({ kind, id }: Pick<SandboxPayment, 'kind' | 'id'>, change: StatusChange): Promise<void> {
      await post(z.looseObject({}), `/sandbox/${collections[kind]}/${encodeURIComponent(id)}/status`, {
        ...(change.status !== undefined && { [statusField(kind)]: change.status }),
        ...(change.details !== undefined && { status_details: change.details }),
        ...(change.deposit !== undefined && { bankDepositStatus: change.deposit }),
      })
    },

    /** Sends a webhook again, byte for byte. */
    resend: (deliveryId: string) =>
      post(
        delivery.pick({ event: true, object_id: true, url: true, forged: true }),
        `/sandbox/deliveries/${encodeURIComponent(deliveryId)}/resend`,
      ),

    /** Moves the clock forward; events that become due happen. */
    advanceClock: (ms: number) => post(clock, '/sandbox/clock', { advance_ms: ms }),

    listFaults: () => send(activeFaults, '/sandbox/faults'),
    /** @param fault as `POST /sandbox/faults` takes it */
    addFault: (fault: object) => post(activeFault, '/sandbox/faults', fault),
    removeFault: (id: number) => remove(`/sandbox/faults/${id}`),
    clearFaults: () => remove('/sandbox/faults'),

    /** Deletes everything but the time. @returns the random seed */
    reset: (seed?: number) =>
      post(z.looseObject({ seed: z.int() }), '/sandbox/reset', seed === undefined ? {} : { seed }),
    /** Deletes the world of the key. The sandbox refuses it for its default key, because others may use that world. */
    deleteWorld: () => remove('/sandbox/world'),

    /**
     * Creates a payment as the merchant's server does, with a new idempotency key.
     * @param body as the service's interface takes it
     * @returns its id; for an on-ramp its link, because the answer has no id
     */
    create(kind: Kind, body: object): Promise<{ readonly id?: string; readonly link?: string }> {
      const headers = { 'X-API-Key': connection.apiKey ?? defaultKey, 'Idempotency-Key': randomUUID() }
      return send(creation[kind].answer, creation[kind].path, { method: 'POST', headers, body })
    },
  }
}

const defaultKey = 'test_sandbox'

const collections: Readonly<Record<Kind, string>> = {
  payin: 'payins',
  payout: 'payouts',
  bank_transfer: 'transactions',
  on_ramp: 'transactions',
}

const statusField = (kind: Kind) => (collections[kind] === 'transactions' ? 'paymentStatus' : 'status')

const createdObject = z.object({ id: z.string() })
const creation = {
  payin: { path: '/api/v2/payins', answer: createdObject },
  payout: { path: '/api/v2/payouts', answer: createdObject },
  bank_transfer: {
    path: '/transaction/create-bank-transfer',
    answer: z.object({ transactionId: z.string() }).transform(({ transactionId }) => ({ id: transactionId })),
  },
  on_ramp: {
    path: '/payments/on-ramp-merchant/hosted/generate-link',
    answer: z.object({ hostedLink: z.string() }).transform(({ hostedLink }) => ({ link: hostedLink })),
  },
} as const
