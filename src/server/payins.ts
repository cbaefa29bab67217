// The payin operations. Creating is the dangerous one: whatever happens, there is at most one payin per frozen request.
import { parseMoney, sameMoney } from '../protocol/money.ts'
import { type List, type ListQuery, parseList, withQuery } from './banks.ts'
import type { Caller } from './caller.ts'
import { ConflictError, UnknownAnswerError } from './errors.ts'
import type { FrozenPayin } from './freeze-payin.ts'
import { type Payin, parsePayin } from './payin.ts'
import type { RetryPolicy } from './retry.ts'

export interface PayinListQuery extends ListQuery {
  /** Exact. */
  readonly reference?: string
}

/** Of every call. */
export interface CallOptions {
  readonly signal?: AbortSignal
}

/** More pages than one reference can have; a service that never says "no more" must not hold us for ever. */
const maxPages = 1_000

/** `POST /payins`, `GET /payins`, `GET /payins/{id}`. */
export function createPayins(call: Caller, retry: RetryPolicy) {
  // The search after a conflict gets a third of the time: somebody is waiting for the create.
  const brief = { maxAttempts: 2, totalMs: retry.totalMs / 3 }

  async function list(query: PayinListQuery = {}, policy: Partial<RetryPolicy> = {}): Promise<List<Payin>> {
    const where = withQuery('/payins', query)
    return parseList(
      await call({ method: 'GET', name: '/payins', ...where, retry: policy }),
      parsePayin,
      'GET /payins',
    )
  }

  async function* search(reference: string, { signal }: CallOptions, policy?: Partial<RetryPolicy>) {
    for (let page = 1; page <= maxPages; page++) {
      const found = await list({ reference, page, page_size: 100, ...(signal ? { signal } : {}) }, policy)
      yield* found.content
      if (!found.has_more) return
    }
    throw new UnknownAnswerError(
      `GET /payins does not end after ${maxPages} pages. Ask the service's operator.`,
    )
  }

  return {
    /**
     * Creates the payin, or returns the one that an earlier sending of the same frozen request has created. Sends
     * the same key and bytes each time. After bounded 409s it looks the payin up by `reference` and takes the one
     * with our `return_url`.
     * @throws {ServiceError} `conflict` when the 409 stays and no payin is found; never answer it with a new key
     */
    async create(frozen: FrozenPayin, { signal }: CallOptions = {}): Promise<Payin> {
      const { idempotencyKey, body } = frozen
      try {
        const sent = { method: 'POST', path: '/payins', name: '/payins', signal } as const
        return checkCreated(await call({ ...sent, body, idempotencyKey }), body)
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error
        const { reference, return_url } = intentOf(body)
        if (typeof reference === 'string' && typeof return_url === 'string') {
          for await (const payin of search(reference, signal ? { signal } : {}, brief)) {
            if (payin.return_url === return_url) return checkCreated(payin, body)
          }
        }
        throw new ConflictError(
          `${error.message} It was looked up by reference and return_url, and no payin was found.`,
          { ...error, cause: error },
        )
      }
    },

    /** Reads one payin. @throws {ServiceError} */
    async get(id: string, { signal }: CallOptions = {}): Promise<Payin> {
      const path = `/payins/${encodeURIComponent(id)}`
      const payin = parsePayin(await call({ method: 'GET', path, name: '/payins/{id}', signal }))
      // Another payin's status, through a confused cache, would decide the wrong order.
      if (payin?.id.toLowerCase() !== id.toLowerCase()) throw notAPayin('GET /payins/{id}')
      return payin
    },

    /** One page of payins. @throws {ServiceError} */
    list: (query: PayinListQuery = {}): Promise<List<Payin>> => list(query),

    /** Every payin with this reference, over all pages, in the service's order. @throws {ServiceError} */
    findByReference: (reference: string, asked: CallOptions = {}): AsyncGenerator<Payin, void> =>
      search(reference, asked),
  }
}

/** Takes a created payin only when it asks for exactly the money that was sent. */
function checkCreated(json: unknown, body: string): Payin {
  const payin = parsePayin(json)
  if (!payin) throw notAPayin('POST /payins')
  const wanted = parseMoney(intentOf(body).amount)
  if (!wanted || !payin.amount || !sameMoney(wanted, payin.amount)) {
    throw new UnknownAnswerError(
      'The service created a payin of another amount than was asked for. Do not show it to the payer; ask the operator.',
      { payinId: payin.id },
    )
  }
  return payin
}

function intentOf(body: string): { amount?: unknown; reference?: unknown; return_url?: unknown } {
  return JSON.parse(body)
}

function notAPayin(call: string): UnknownAnswerError {
  return new UnknownAnswerError(
    `The answer to ${call} is not the payin that was asked for. Check that baseUrl is the service and not a proxy.`,
  )
}
