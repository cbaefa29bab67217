// POST /payins, GET /payins, GET /payins/{id}.
import { type Context, Hono } from 'hono'
import { ConnectionCut, type Faults } from '../faults.ts'
import { uuid } from '../field-types.ts'
import type { Claim, IdempotencyKeys } from '../idempotency.ts'
import { type PayinIntent, parsePayinIntent } from '../payin-intent.ts'
import type { Payin, Payins } from '../payins.ts'
import { Problem } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { calledOrigin } from './called-origin.ts'
import { readJsonBody } from './json-body.ts'
import { readPage, toEnvelope } from './pagination.ts'

export type PayinOperationsOptions = {
  apiKey: string
  payins: Payins
  keys: IdempotencyKeys
  faults: Faults
  beforeCreate(intent: PayinIntent): Promise<void>
}

type FreshClaim = Extract<Claim, { kind: 'new' }>

export function createPayinOperations(options: PayinOperationsOptions) {
  const { apiKey, payins, keys, faults } = options

  async function create(claim: FreshClaim, body: unknown, origin: string): Promise<Payin> {
    try {
      const intent = parsePayinIntent(body)
      const fault = faults.takeForCreate()
      if (fault === 'error_500')
        throw new Problem(500, 'The service failed unexpectedly (fault "error_500").')
      await options.beforeCreate(intent)
      const payin = payins.create(intent, origin)
      claim.complete(payin.id)
      if (fault === 'cut_after') throw new ConnectionCut()
      return payin
    } catch (error) {
      // Nothing was made of a refused request; a cut connection did make a payin, and its key stays bound.
      if (!(error instanceof ConnectionCut)) claim.release()
      throw error
    }
  }

  return new Hono<SandboxEnv>()
    .post('/payins', async (c) => {
      const key = readIdempotencyKey(c)
      const { bytes, value } = await readJsonBody(c)
      const claim = keys.claim(apiKey, key, bytes)
      if (claim.kind === 'new') return c.json(await create(claim, value, calledOrigin(c)), 201)
      if (claim.kind === 'other_body') {
        throw new Problem(409, 'A different body was already submitted for this idempotency key.')
      }
      const payin = claim.kind === 'replay' ? payins.find(claim.resourceId) : undefined
      if (!payin) throw new Problem(409, 'The first request with this idempotency key is still in flight.')
      // Rule 3: the status code of the original. The payin is shown as it is now.
      return c.json(payin, 201)
    })
    .get('/payins', (c) => {
      const page = readPage(c)
      const reference = readReference(c)
      const found = payins.list().filter((payin) => reference === undefined || payin.reference === reference)
      return c.json(toEnvelope(found, page))
    })
    .get('/payins/:id', (c) => {
      const id = c.req.param('id')
      if (!uuid.safeParse(id).success) throw new Problem(400, 'The payin id in the path is not a UUID.')
      const payin = payins.find(id.toLowerCase())
      if (!payin) throw new Problem(404, 'No payin has this id.')
      return c.json(payin)
    })
}

function readIdempotencyKey(c: Context): string {
  const key = c.req.header('Idempotency-Key')
  if (!key) throw new Problem(400, 'The Idempotency-Key header is required.')
  if (key.length > 36) throw new Problem(400, 'The Idempotency-Key must have at most 36 characters.')
  return key
}

function readReference(c: Context): string | undefined {
  const reference = c.req.query('reference')
  if (reference === undefined || (reference !== '' && reference.length <= 36)) return reference
  throw new Problem(400, 'The query parameter reference must have 1 to 36 characters.')
}
