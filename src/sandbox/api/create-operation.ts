// POST /payins and POST /payouts: one payment object per idempotency key (rules 1 to 6 of the document).
import type { Context, Handler } from 'hono'
import type { OperationId } from '../openapi/description.ts'
import { parseBody } from '../openapi/validation.ts'
import { Problem, validationProblem } from '../problem.ts'
import type { Claim, IdempotencyKeys } from '../service/idempotency.ts'
import type { ApiEnv } from './api-middleware.ts'
import { calledOrigin } from './called-origin.ts'
import { readJsonBody } from './json-body.ts'

export type CreateOperation<Intent, Created extends { id: string }> = {
  operation: Extract<OperationId, 'createPayin' | 'createPayout'>
  apiKey: string
  keys: IdempotencyKeys
  /** Rules that need stored data, such as who owns an instrument. Throws a validation problem. */
  check(intent: Intent): void
  /** Awaited before the object is created. A test can keep a request in flight here. */
  beforeCreate(intent: Intent): Promise<void>
  create(intent: Intent, origin: string): Created
  find(id: string): Created | undefined
}

type FreshClaim = Extract<Claim, { kind: 'new' }>

export function createOperation<Intent, Created extends { id: string }>(
  options: CreateOperation<Intent, Created>,
): Handler<ApiEnv> {
  async function makeOne(c: Context<ApiEnv>, claim: FreshClaim, body: unknown): Promise<Created> {
    try {
      const parsed = parseBody(options.operation, body)
      if (!parsed.ok) throw validationProblem(parsed.errors)
      const intent = parsed.value as Intent
      options.check(intent)
      await options.beforeCreate(intent)
      const created = options.create(intent, calledOrigin(c))
      claim.made(created.id)
      // A delayed answer keeps the key in flight: a retry gets 409 until the first request is answered.
      await c.get('callFaults').wait()
      claim.answered()
      return created
    } catch (error) {
      // A refused request has created nothing, so its key stays free for the corrected body.
      claim.release()
      throw error
    }
  }

  return async (c) => {
    const key = c.get('parameters')['Idempotency-Key'] as string
    const { bytes, value } = await readJsonBody(c)
    const claim = options.keys.claim(`${options.apiKey} ${options.operation}`, key, bytes)
    if (claim.kind === 'new') return c.json(await makeOne(c, claim, value), 201)
    if (claim.kind === 'other_body') {
      throw new Problem(409, 'A different body was already submitted for this idempotency key.')
    }
    if (claim.kind === 'in_flight') {
      throw new Problem(409, 'The first request with this idempotency key is still in flight.')
    }
    const found = options.find(claim.resourceId)
    if (!found) {
      throw new Problem(
        409,
        `The sandbox has forgotten ${claim.resourceId}, which this idempotency key created.`,
      )
    }
    // Rule 3: the status code of the original. The object is in its current state.
    return c.json(found, 201)
  }
}
