// The merchant's side, {base_url}/api/v2: who may call, what is written down, and what exists. The
// operations are in the files beside this one.
import { Hono } from 'hono'
import type { Clock } from '../clock.ts'
import { ConnectionCut } from '../faults.ts'
import { limitBody } from '../limit-body.ts'
import { methodNotAllowed, Problem } from '../problem.ts'
import type { RequestLog } from '../request-log.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import { requireApiKey } from './api-key.ts'
import { createBankOperations } from './bank-operations.ts'
import { createPayinOperations, type PayinOperationsOptions } from './payin-operations.ts'

export type ApiOptions = PayinOperationsOptions & {
  clock: Clock
  log: RequestLog
}

export function createApi(options: ApiOptions) {
  const { clock, log, apiKey } = options
  const api = new Hono<SandboxEnv>()

  api.use(async (c, next) => {
    const entry = log.add({
      at: new Date(clock.now()).toISOString(),
      method: c.req.method,
      path: c.req.path,
      status: null,
      idempotency_key: c.req.header('Idempotency-Key') ?? null,
    })
    await next()
    if (!(c.error instanceof ConnectionCut)) entry.status = c.res.status
  })
  api.use(requireApiKey(apiKey))
  api.use(limitBody(64))

  api.route('/', createPayinOperations(options))
  api.route('/', createBankOperations())
  api.all('/payins', () => refuse(['GET', 'HEAD', 'POST']))
  api.all('/payins/:id', () => refuse(['GET', 'HEAD']))
  api.all('/banks', () => refuse(['GET', 'HEAD']))
  api.all('*', (c) => {
    throw new Problem(404, `The interface has no ${c.req.path}.`)
  })
  return api
}

function refuse(allowed: readonly string[]): never {
  throw methodNotAllowed(allowed)
}
