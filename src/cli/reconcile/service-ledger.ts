// What the service says of its payments. It has one budget of calls, which the shop's own server needs: it is asked slowly.
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
import { CommandError } from '../command.ts'
import type { ServicePayment } from './payments.ts'

export interface ServiceLedgerOptions {
  readonly baseUrl: string
  readonly apiKey: string
  readonly signal: AbortSignal
  readonly fetch: typeof fetch
  /** Waits so that no more calls a second are made than were allowed. */
  waitForTurn(): Promise<void>
  /** Told after each page: how many payments were read. */
  onPage(kind: 'payin' | 'payout', count: number): void
}

interface Named {
  readonly kind: Kind
  readonly serviceId: string
}

export type ServiceLedger = ReturnType<typeof createServiceLedger>

/** @throws {CommandError} where the address or the key cannot be one */
export function createServiceLedger(options: ServiceLedgerOptions) {
  const { signal, onPage } = options
  const service = clientFor(options)

  async function* list(kind: 'payin' | 'payout'): AsyncGenerator<ServicePayment> {
    const lists = kind === 'payin' ? service.payins : service.payouts
    let count = 0
    for await (const { content } of lists.pages({ signal })) {
      for (const payment of content) yield ofV2(kind, payment)
      count += content.length
      onPage(kind, count)
    }
  }

  async function get({ kind, serviceId }: Named): Promise<ServicePayment> {
    if (kind === 'payin') return ofV2(kind, await service.payins.get(serviceId, { signal }))
    if (kind === 'payout') return ofV2(kind, await service.payouts.get(serviceId, { signal }))
    return ofLegacy(kind, await service.transactions.get(serviceId, { signal }))
  }

  return {
    /** Payins and payouts; the legacy interface lists nothing. @throws {CommandError} */
    async listAll(): Promise<readonly ServicePayment[]> {
      const all: ServicePayment[] = []
      try {
        for (const kind of ['payin', 'payout'] as const) for await (const each of list(kind)) all.push(each)
      } catch (error) {
        const failure = asCommandError(error, signal)
        if (failure instanceof CommandError && error instanceof UnknownAnswerError)
          failure.message += ' With --known-only no list is read.'
        throw failure
      }
      return all
    },

    /** One payment; `null` when the service says that there is none. @throws {CommandError} */
    async read(payment: Named): Promise<ServicePayment | null> {
      try {
        return await get(payment)
      } catch (error) {
        if (error instanceof FixRequestError && error.status === 404) return null
        throw asCommandError(error, signal)
      }
    },
  }
}

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
    throw new CommandError(`PAYMENTS_BASE_URL or PAYMENTS_API_KEY cannot be used: ${error.message}`)
  }
}

function asCommandError(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || !(error instanceof ServiceError)) return error
  return new CommandError(`The service could not be asked: ${error.message}`)
}

const ofV2 = (kind: 'payin' | 'payout', payment: Payin | Payout): ServicePayment => ({
  kind,
  id: payment.id,
  status: payment.status,
  deposit: null,
  reference: payment.reference,
  amount: payment.amount,
  createdAt: dateOf(payment.created_at),
})

function ofLegacy(kind: 'bank_transfer' | 'on_ramp', transaction: Transaction): ServicePayment {
  const { uuid: id, paymentStatus: status, createdAt, currency } = transaction
  const deposit = transaction.type === 'MerchantOnRampTransfer' ? transaction.bankDepositStatus : null
  // An on-ramp's read tells no amount.
  const value = transaction.type === 'BankTransfer' ? transaction.amount : null
  const amount = typeof value === 'string' && typeof currency === 'string' ? { value, currency } : null
  return { kind, id, status, deposit, reference: null, amount, createdAt: dateOf(createdAt) }
}

function dateOf(text: string | null): Date | null {
  const date = text === null ? undefined : new Date(text)
  return date && !Number.isNaN(date.getTime()) ? date : null
}
