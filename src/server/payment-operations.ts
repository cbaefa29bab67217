// The operations that payins and payouts share: create, get, find and list.
import type { Caller, CallOptions } from './caller.ts'
import { checkId, checkText } from './check-input.ts'
import { type Created, createOnce } from './create-once.ts'
import { FixRequestError, UnknownAnswerError } from './errors.ts'
import type { FrozenRequest } from './freeze.ts'
import { createLists, type ItemReader, type Lists, type ReferenceQuery } from './pages.ts'
import { fieldsOf, idText, text } from './read-fields.ts'
import type { RetryPolicy } from './retry.ts'

export interface PaymentOperations<T> extends Lists<T, ReferenceQuery> {
  /**
   * Creates the object, or returns the one that an earlier attempt with the same frozen request has created (payments-v2,
   * Idempotency). Every attempt sends the same key and bytes. After several 409s it searches by `reference` for the object
   * with the same `return_url`. After `retry`, `wait` or `conflict` call it again with the same frozen request, for up to 20
   * hours after the first attempt: the service forgets the key after 24.
   * @throws {ServiceError} `conflict` if the 409 stays and nothing is found; never retry with a new key.
   *   `unknown` with `payinId` or `payoutId` if the object has another amount than the request
   * @throws {TypeError} if a payin was frozen for a payout, or the other way round
   */
  create(frozen: FrozenRequest, options?: CallOptions): Promise<T>
  /** Reads one. @throws {ServiceError} `fix_request` with status 404 if there is none; {TypeError} for an empty id */
  get(id: string, options?: CallOptions): Promise<T>
  /** All objects with this reference, in the service's order. @throws {ServiceError} as `all`; {TypeError} without one */
  findByReference(reference: string, options?: CallOptions): AsyncGenerator<T, void>
}

interface Resource<T> {
  readonly noun: 'payin' | 'payout'
  readonly path: string
  readonly parse: (json: unknown) => T | null
}

/** Makes the operations for payins or payouts. */
export function createPaymentOperations<T extends Created>(
  call: Caller,
  retry: RetryPolicy,
  { noun, path, parse }: Resource<T>,
): PaymentOperations<T> {
  async function get(id: string, options: CallOptions = {}): Promise<T> {
    checkId(`The ${noun}'s id`, id)
    const where = { path: `${path}/${encodeURIComponent(id)}`, name: `${path}/{id}` }
    const object = parse(await call({ ...options, method: 'GET', repeats: 'after_any_fault', ...where }))
    // A broken cache may return another object, whose status would decide the wrong order.
    if (object?.id.toLowerCase() === id.toLowerCase()) return object
    throw new UnknownAnswerError(
      `The answer to GET ${path}/{id} is not the ${noun} that was asked for. Check that baseUrl is the service and not a proxy.`,
    )
  }

  /** Reads an object itself that a list shows without a status. */
  async function readItself(item: unknown, options: CallOptions): Promise<T | null> {
    const id = idText(fieldsOf(item)?.id)
    if (id === null) return null
    try {
      return await get(id, options)
    } catch (error) {
      if (error instanceof UnknownAnswerError || error instanceof FixRequestError) return null
      throw error
    }
  }

  const items: ItemReader<T, ReferenceQuery> = {
    read: (item, options) => parse(item) ?? readItself(item, options),
    // Compare again: behind a proxy that drops the query, the list contains all objects.
    isAskedFor(item, { reference: asked }) {
      const reference = text(fieldsOf(item)?.reference)
      return asked === undefined || reference === null || reference === asked
    },
  }
  // The search after a conflict gets a third of the time, because a shopper is waiting.
  const conflictRetry = { maxAttempts: Math.min(2, retry.maxAttempts), totalMs: retry.totalMs / 3 }
  const lists = createLists<T, ReferenceQuery>(call, path, items)
  const conflictLists = createLists<T, ReferenceQuery>(
    (asked) => call({ ...asked, retry: conflictRetry }),
    path,
    items,
  )
  const search = (reference: string, options: CallOptions) => conflictLists.all({ ...options, reference })
  return {
    ...lists,
    create: createOnce(call, { noun, path, parse, search }),
    get,
    async *findByReference(reference, options = {}) {
      checkText('reference', reference)
      yield* lists.all({ ...options, reference })
    },
  }
}
