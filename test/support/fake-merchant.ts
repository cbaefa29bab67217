// The merchant's endpoint, scripted: a test queues answers before a request, or answers a waiting request.
import type { CreateRequest, MerchantApi, MerchantLists, ReadResult } from '../../src/platform/ports.ts'
import { type Fault, FaultError, faultOf } from '../../src/protocol/fault.ts'
import type { Account, BankPage } from '../../src/protocol/lists.ts'
import type { Session } from '../../src/protocol/session.ts'
import { settle } from './fake-clock.ts'

/** A request that the merchant received. */
export interface Call<Request, Answer> {
  readonly request: Request
  readonly aborted: boolean
  /** Received, and neither answered nor aborted by the widget. */
  readonly isWaiting: boolean
  answer(value: Answer): Promise<void>
  fail(fault: Fault): Promise<void>
}

/** One operation of the endpoint. A request without a queued answer stays open. */
export interface Script<Request, Answer> {
  readonly calls: readonly Call<Request, Answer>[]
  /** The newest request. @throws when there was none: then the test is wrong */
  readonly last: Call<Request, Answer>
  readonly waiting: readonly Call<Request, Answer>[]
  /** Queues answers for later requests, in order. */
  willAnswer(...answers: readonly (Answer | Fault)[]): void
}

export interface FakeMerchant {
  readonly link: Script<{ readonly id: string; readonly code?: string }, Session>
  readonly banks: Script<{ readonly page: number }, BankPage>
  /** The signed-in shopper's saved accounts. */
  readonly accounts: Account[]
  readonly api: MerchantApi & MerchantLists
  /** The endpoints of all requests. */
  readonly endpoints: string[]
  readonly create: Script<{ readonly body: CreateRequest; readonly key: string }, Session>
  readonly read: Script<
    {
      readonly id: string
      readonly etag: string | null
      readonly waitSeconds: number
      readonly before: Partial<Session> | undefined
    },
    ReadResult
  >
}

export function fakeMerchant(): FakeMerchant {
  const create = script<FakeMerchant['create']['last']['request'], Session>()
  const read = script<FakeMerchant['read']['last']['request'], ReadResult>()
  const link = script<FakeMerchant['link']['last']['request'], Session>()
  const banks = script<FakeMerchant['banks']['last']['request'], BankPage>()
  const accounts: Account[] = []
  return {
    endpoints: [],
    create,
    read,
    link,
    banks,
    accounts,
    api: {
      create: (body, key, signal) => create.receive({ body, key }, signal),
      read: (id, { etag, waitSeconds, before, signal }) =>
        read.receive({ id, etag, waitSeconds, before }, signal),
      link: ({ id }, signal, code) => link.receive({ id, ...(code !== undefined && { code }) }, signal),
      banks: (page) => banks.receive({ page }, new AbortController().signal),
      instruments: async () => accounts,
    },
  }
}

function isFault(value: unknown): value is Fault {
  return typeof value === 'object' && value !== null && 'retryable' in value
}

function script<Request, Answer>() {
  const calls: Call<Request, Answer>[] = []
  const queue: (Answer | Fault)[] = []

  function receive(request: Request, signal: AbortSignal): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let isWaiting = true
      const settleWith = (end: () => void) => {
        isWaiting = false
        end()
        return settle()
      }
      const call: Call<Request, Answer> = {
        request,
        get aborted() {
          return signal.aborted
        },
        get isWaiting() {
          return isWaiting
        },
        answer: (value) => settleWith(() => resolve(value)),
        fail: (fault) => settleWith(() => reject(new FaultError(fault))),
      }
      calls.push(call)
      // Like the real one: an aborted fetch ends as a network fault.
      signal.addEventListener('abort', () => call.fail(faultOf('network', 'aborted')), { once: true })
      const queued = queue.shift()
      if (queued === undefined) return
      if (isFault(queued)) call.fail(queued)
      else call.answer(queued)
    })
  }

  return {
    calls,
    get last() {
      const call = calls.at(-1)
      if (!call) throw new Error('The merchant received no request.')
      return call
    },
    get waiting() {
      return calls.filter((call) => call.isWaiting)
    },
    willAnswer(...answers: readonly (Answer | Fault)[]) {
      queue.push(...answers)
    },
    receive,
  }
}
