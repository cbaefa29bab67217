// Creates payins and payouts. Whatever fails, there is at most one object per frozen request.
import { type Money, parseMoney, sameMoney } from '../protocol/money.ts'
import type { Caller, CallOptions } from './caller.ts'
import { checkIdempotencyKey } from './check-input.ts'
import { ConflictError, FixRequestError, UnknownAnswerError } from './errors.ts'
import type { FrozenRequest } from './freeze.ts'

/** Fields that payins and payouts share. */
export interface Created {
  readonly id: string
  readonly amount: Money | null
  readonly reference: string | null
  readonly return_url: string | null
}

export interface Creation<T extends Created> {
  readonly noun: 'payin' | 'payout'
  /** Path below `/api/v2`. */
  readonly path: string
  readonly parse: (json: unknown) => T | null
  /** Lists all objects with this reference. */
  readonly search: (reference: string, options: CallOptions) => AsyncIterable<T>
}

interface Intent {
  readonly amount?: unknown
  readonly payer?: unknown
  readonly reference?: unknown
  readonly return_url?: unknown
}

/** Makes the create operation for payins or payouts. */
export function createOnce<T extends Created>(call: Caller, creation: Creation<T>) {
  const { noun, path, parse, search } = creation
  return async (frozen: FrozenRequest, options: CallOptions = {}): Promise<T> => {
    const { idempotencyKey, body } = frozen
    // A request that was stored without its key would be sent without one.
    checkIdempotencyKey(idempotencyKey)
    const intent = readIntent(body, noun)
    try {
      const json = await call({
        ...options,
        method: 'POST',
        path,
        name: path,
        repeats: 'after_any_fault',
        body,
        idempotencyKey,
      })
      const created = parse(json)
      if (created) return checkAmount(created, intent, noun, 'created')
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error
      const found = await lookUp(search, intent, options).catch((fault) => throwUndecided(error, fault))
      if (found) return checkAmount(found, intent, noun, 'found')
      throw new ConflictError(`${error.message} ${lookUpResult(intent, noun)}`, { ...error, cause: error })
    }
    throw new UnknownAnswerError(
      `The answer to POST ${path} is not a ${noun}. One may exist: repeat with the same Idempotency-Key, and check that baseUrl is the service and not a proxy.`,
    )
  }
}

/** Checks the kind: a payin sent as a payout would move money in the wrong direction. @throws {TypeError} */
function readIntent(body: string, noun: 'payin' | 'payout'): Intent {
  const intent = parseObject(body)
  if (!intent) throw new TypeError('body is not a JSON object. Send what freezing returned, byte for byte.')
  if ((noun === 'payin') === 'payer' in intent) return intent
  throw new TypeError(
    noun === 'payout'
      ? 'The frozen request names a payer, so it is a payin. Create it with payins.create.'
      : 'The frozen request names no payer, so it is no payin. Freeze it with freezePayin, or use payouts.create.',
  )
}

function parseObject(body: string): Intent | null {
  try {
    const json: unknown = JSON.parse(body)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : null
  } catch {
    return null
  }
}

/** Finds the object of an earlier attempt. Only `return_url` is unique to the payment attempt, the reference is not. */
async function lookUp<T extends Created>(
  search: Creation<T>['search'],
  { reference, return_url }: Intent,
  options: CallOptions,
): Promise<T | null> {
  if (!canBeLookedUp({ reference, return_url })) return null
  for await (const found of search(String(reference), options)) {
    if (found.return_url === return_url) return found
  }
  return null
}

/**
 * A failed look-up proves nothing about the create request. A 400 of the search must not look like a 400 of the create
 * request: the caller would drop the payment attempt, although the payment may exist.
 */
function throwUndecided(conflict: ConflictError, fault: unknown): never {
  if (!(fault instanceof FixRequestError)) throw fault
  throw new ConflictError(`${conflict.message} Looking it up failed: ${fault.message}`, {
    ...conflict,
    cause: fault,
  })
}

const canBeLookedUp = ({ reference, return_url }: Intent) =>
  typeof reference === 'string' && reference !== '' && typeof return_url === 'string'

const lookUpResult = (intent: Intent, noun: string) =>
  canBeLookedUp(intent)
    ? `It was looked up by reference and return_url, and no ${noun} was found.`
    : `It could not be looked up, because it has no reference. Give each ${noun} one.`

/** Accepts an object only if it has exactly the amount that was sent. */
function checkAmount<T extends Created>(
  object: T,
  intent: Intent,
  noun: 'payin' | 'payout',
  how: 'created' | 'found',
): T {
  const wanted = parseMoney(intent.amount)
  if (wanted && object.amount && sameMoney(wanted, object.amount)) return object
  const what =
    how === 'created'
      ? `The service created a ${noun} of another amount than was asked for.`
      : `A ${noun} of another amount exists under this reference and return_url: the Idempotency-Key was used before, with another body.`
  const who = noun === 'payin' ? 'payer' : 'recipient'
  throw new UnknownAnswerError(`${what} Do not show it to the ${who}; ask the operator.`, {
    ...(noun === 'payin' ? { payinId: object.id } : { payoutId: object.id }),
  })
}
