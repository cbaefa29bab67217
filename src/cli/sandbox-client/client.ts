// The control interface of a running sandbox as functions. Every failure is a CommandError with a message.
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { CommandError } from '../command.ts'
import { nameOfKind } from '../kind-names.ts'
import { type ObjectKind, objectSchemas, type SandboxObject } from './objects.ts'
import { type ConnectionOptions, createSend, SandboxRefusal } from './send.ts'
import { activeFault, clockShown, delivery, faultsShown, type SandboxState, stateShown } from './state.ts'

/** The fields of an object that can be changed. Each kind has some of them. */
export interface Change {
  readonly status?: string
  /** Only for a payin. */
  readonly details?: string
  /** Only for an on-ramp. */
  readonly deposit?: string
}

export type SandboxClient = Awaited<ReturnType<typeof connectToSandbox>>

/**
 * Checks first that the address is a sandbox, so that no create request goes to another service.
 * @throws {CommandError} if there is no sandbox
 */
export async function connectToSandbox(options: ConnectionOptions) {
  const { apiKey = defaultKey } = options
  const send = createSend(options)
  await send(faultsShown, '/sandbox/faults').catch((error: unknown) => {
    // 401 comes from a sandbox that does not accept the key.
    if (!(error instanceof SandboxRefusal) || error.status === 401) throw error
    throw new CommandError(`${options.origin} answers, but is not a sandbox. ${error.message}`)
  })

  const readState = (): Promise<SandboxState> => send(stateShown, '/sandbox/state')
  const post = <Schema extends z.ZodType>(schema: Schema, path: string, body: unknown = {}) =>
    send(schema, path, { method: 'POST', body })

  return {
    origin: options.origin,
    readState,

    /** The whole state as the sandbox shows it. */
    showState: () => send(z.looseObject({}), '/sandbox/state'),

    /** Moves an object to any status, also to one that it never reaches by itself. */
    async move(object: SandboxObject, change: Change): Promise<SandboxObject> {
      const { path, body } = statusRequest(object, change)
      const shown = await post(z.looseObject({}), path, body)
      // The answer lacks `asked`, so take it from the earlier object. Do not copy `status_details`: the move removes them.
      const asked = 'asked' in object.shown ? { asked: object.shown.asked } : {}
      return objectSchemas[object.kind].parse({ ...shown, ...asked })
    },

    /** Sends a webhook again, byte for byte. */
    resend: (deliveryId: string) =>
      post(
        delivery.pick({ event: true, object_id: true, url: true, forged: true }),
        `/sandbox/deliveries/${encodeURIComponent(deliveryId)}/resend`,
      ),

    /** Moves the clock forward; events that become due happen. */
    advanceClock: (ms: number) => post(clockShown, '/sandbox/clock', { advance_ms: ms }),

    listFaults: () => send(faultsShown, '/sandbox/faults'),
    /** @param order as `POST /sandbox/faults` takes it */
    addFault: (order: object) => post(activeFault, '/sandbox/faults', order),
    removeFault: (id: number) => send(z.undefined(), `/sandbox/faults/${id}`, { method: 'DELETE' }),
    clearFaults: () => send(z.undefined(), '/sandbox/faults', { method: 'DELETE' }),

    /** Deletes everything but the time. @returns the random seed */
    reset: async (seed?: number) =>
      await post(z.looseObject({ seed: z.int() }), '/sandbox/reset', seed === undefined ? {} : { seed }),

    /**
     * Creates an object as the merchant's server does, with a new idempotency key.
     * @param body as the service's interface takes it
     */
    async create(kind: ObjectKind, body: unknown): Promise<SandboxObject> {
      const headers = { 'X-API-Key': apiKey, 'Idempotency-Key': randomUUID() }
      const answer = await send(creation[kind].answer, creation[kind].path, { method: 'POST', headers, body })
      const isCreated = ({ id, shown }: SandboxObject) =>
        // The answer for an on-ramp has no id, so find the on-ramp by its link.
        'hostedLink' in answer ? shown.paymentLink === answer.hostedLink : id === idIn(answer)
      const created = (await readState()).objects[kind].find(isCreated)
      if (created) return created
      throw new CommandError(
        `The ${nameOfKind[kind]} was created and then deleted: somebody reset the sandbox.`,
      )
    },
  }
}

/** The sandbox's default API key. */
const defaultKey = 'test_sandbox'

const created = z.object({ id: z.string() })
const createdTransaction = z.object({ transactionId: z.string() })
const createdLink = z.object({ hostedLink: z.string() })
type Created = z.output<typeof created> | z.output<typeof createdTransaction>

const creation = {
  payin: { path: '/api/v2/payins', answer: created },
  payout: { path: '/api/v2/payouts', answer: created },
  bank_transfer: { path: '/transaction/create-bank-transfer', answer: createdTransaction },
  on_ramp: { path: '/payments/on-ramp-merchant/hosted/generate-link', answer: createdLink },
} as const

const idIn = (answer: Created) => ('id' in answer ? answer.id : answer.transactionId)

function statusRequest({ kind, id }: SandboxObject, { status, details, deposit }: Change) {
  const given = (fields: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const of = (things: string) => `/sandbox/${things}/${encodeURIComponent(id)}/status`
  switch (kind) {
    case 'payin':
      return { path: of('payins'), body: given({ status, status_details: details }) }
    case 'payout':
      return { path: of('payouts'), body: given({ status }) }
    default:
      return { path: of('transactions'), body: given({ paymentStatus: status, bankDepositStatus: deposit }) }
  }
}
