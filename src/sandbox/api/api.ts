// The merchant's side: both interfaces, behind the same middleware. v2.ts and legacy.ts hold the operations; ../openapi
// describes them. Nothing here decides how a payment moves: that is in ../service.
import { Hono } from 'hono'
import { Problem, refuseOtherMethods } from '../problem.ts'
import type { SandboxEnv } from '../sandbox-env.ts'
import type { Service } from '../service/service.ts'
import { type ApiMiddlewareOptions, createApiMiddleware } from './api-middleware.ts'
import { createLegacy } from './legacy.ts'
import { createV2, type V2Options } from './v2.ts'

export type ApiOptions = ApiMiddlewareOptions & Pick<V2Options, 'beforeCreate'> & Service

const interfacePaths = ['/api/v2', '/transaction', '/payments']

export function createApi(options: ApiOptions) {
  const middleware = createApiMiddleware(options)
  const api = new Hono<SandboxEnv>()
  for (const path of interfacePaths) {
    api.use(path, ...middleware.everyCall)
    api.use(`${path}/*`, ...middleware.everyCall)
  }
  api.route('/api/v2', createV2(middleware, options))
  api.route('/', createLegacy(middleware, options))
  refuseOtherMethods(api)
  for (const path of interfacePaths) {
    api.all(`${path}/*`, (c) => {
      throw new Problem(404, `The interface has no ${c.req.path}.`)
    })
  }
  return api
}
