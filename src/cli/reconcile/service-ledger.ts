// Reads payments at the service, slowly: the shop's own server shares the same rate limit.
import { parseTime } from '../../merchant/session/parse-time.ts'
import {
  createServiceClient,
  FixRequestError,
  type Kind,
  type Payin,
  type Payout,
  ServiceError,
  type Transaction,
  UnknownAnswerError,
} from '../../server/index.ts'
import { reasonOf } from '../ask.ts'
import { CommandError } from '../command.ts'
import type { AtService, ServicePayment, UnreadablePayment } from './payments.ts'

export interface ServiceLedgerOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  /** Waits before a call, to keep to `--calls-per-second`. */
  waitForTurn(): Promise<void>
  /** Called after each page with the number of payments read so far. */
  onPage(kind: 'payin' | 'payout', count: number): void
}

interface Named {
  readonly kind: Kind
  readonly serviceId: string
}

export type ServiceLedger = ReturnType<typeof createServiceLedger>

/** @throws {CommandError} if the address or the key is invalid */
export function createServiceLedger(options: ServiceLedgerOptions) {
  const { signal, onPage } = options
  const service = clientFor(options)

  async function list(kind: 'payin' | 'payout', listed: ServicePayment[], unreadable: UnreadablePayment[]) {
    const lists = kind === 'payin' ? service.payins : service.payouts
    let count = 0
    for await (const page of lists.pages({ signal })) {
      for (const payment of page.content) listed.push(ofV2(kind, payment))
      for (const item of page.unreadable) unreadable.push(ofUnreadable(kind, item))
      count += page.content.length
      onPage(kind, count)
    }
  }

  async function get({ kind, serviceId }: Named): Promise<ServicePayment> {
    if (kind === 'payin') return ofV2(kind, await service.payins.get(serviceId, { signal }))
    if (kind === 'payout') return ofV2(kind, await service.payouts.get(serviceId, { signal }))
    return ofLegacy(kind, await service.transactions.get(serviceId, { signal }))
  }

  return {
    /** All payins and payouts. The legacy interface has no lists. @throws {CommandError} */
    async listAll(): Promise<{
      readonly listed: readonly ServicePayment[]
      readonly unreadable: readonly UnreadablePayment[]
    }> {
      const [listed, unreadable]: [ServicePayment[], UnreadablePayment[]] = [[], []]
      try {
        for (const kind of ['payin', 'payout'] as const) await list(kind, listed, unreadable)
      } catch (error) {
        const failure = asCommandError(error, signal)
        if (failure instanceof CommandError && error instanceof UnknownAnswerError)
          throw new CommandError(`${failure.message} Use --known-only to read no list.`)
        throw failure
      }
      return { listed, unreadable }
    },

    /** One payment; `null` if the service does not have it, `'unreadable'` if its answer is none. @throws {CommandError} */
    async read(payment: Named): Promise<AtService> {
      try {
        return await get(payment)
      } catch (error) {
        if (error instanceof FixRequestError && isNoSuchPayment(error.status)) return null
        // The id is one that cannot be asked about, such as `..`.
        if (error instanceof TypeError) return null
        if (error instanceof UnknownAnswerError) return 'unreadable'
        throw asCommandError(error, signal, ` for ${payment.kind} ${payment.serviceId}`)
      }
    },
  }
}

/** A service with ids of its own form refuses another one as malformed. */
const isNoSuchPayment = (status: number | null) => [400, 404, 410, 414, 422].includes(status ?? 0)

function clientFor({ baseUrl, apiKey, fetch, waitForTurn }: ServiceLedgerOptions) {
  try {
    return createServiceClient({
      baseUrl,
      apiKey,
      fetch: async (...request) => {
        await waitForTurn()
        return fetch(...request)
      },
    })
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new CommandError(`PAYMENTS_BASE_URL or PAYMENTS_API_KEY is not valid: ${error.message}`)
  }
}

function asCommandError(error: unknown, signal: AbortSignal, subject = ''): unknown {
  if (signal.aborted || !(error instanceof ServiceError)) return error
  // After the time limit it is no TypeError.
  const reason = error.cause instanceof TypeError ? ` (${reasonOf(error.cause)})` : ''
  return new CommandError(`The service could not be read${subject}${reason}: ${error.message}`)
}

const ofV2 = (kind: 'payin' | 'payout', payment: Payin | Payout): ServicePayment => ({
  kind,
  id: payment.id,
  status: payment.status,
  deposit: null,
  reference: payment.reference,
  amount: payment.amount,
  createdAt: parseTime(payment.created_at),
})

function ofUnreadable(kind: 'payin' | 'payout', item: unknown): UnreadablePayment {
  const fields: { readonly [name: string]: unknown } = { ...(item as object | null) }
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  return { kind, id: text('id'), reference: text('reference'), createdAt: parseTime(text('created_at')) }
}

function ofLegacy(kind: 'bank_transfer' | 'on_ramp', transaction: Transaction): ServicePayment {
  const { uuid: id, paymentStatus: status, createdAt, currency } = transaction
  const deposit = transaction.type === 'MerchantOnRampTransfer' ? transaction.bankDepositStatus : null
  // The service does not return the amount of an on-ramp.
  const value = transaction.type === 'BankTransfer' ? transaction.amount : null
  const amount = typeof value === 'string' && typeof currency === 'string' ? { value, currency } : null
  return { kind, id, status, deposit, reference: null, amount, createdAt: parseTime(createdAt) }
}
