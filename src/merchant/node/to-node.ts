// The merchant's server as a handler for `node:http` and for frameworks on top of it: Express, Fastify, Connect.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { refuseConsumedBody } from '../http/consumed-body.ts'
import type { MerchantServer } from '../merchant-server.ts'

/** A handler as Express and Connect call it. Without `next`, a path that is not the merchant's is answered with 404. */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void

const remedy =
  'Put the line app.use(toNode(merchant)) above the line app.use(express.json()), or above whatever else reads bodies.'

/**
 * Creates a handler for `node:http`, for Express (`app.use(toNode(merchant))`) and for Fastify (in an `onRequest` hook).
 * Add it before anything that reads bodies: a signature is checked over the raw bytes. If the platform kept these bytes
 * as `rawBody`, they are used.
 */
export function toNode({ fetch, handles }: Pick<MerchantServer, 'fetch' | 'handles'>): NodeHandler {
  const listen = getRequestListener(
    (request, env) =>
      isBodyConsumed(env.incoming as IncomingMessage) ? refuseConsumedBody(remedy) : fetch(request, env),
    // The request's host is not used: addresses are built from `publicUrl`.
    { hostname: 'localhost', overrideGlobalObjects: false },
  )
  return (incoming, outgoing, next) => {
    // Express removes the mount path from `url`. The merchant needs the full path, because `publicUrl` contains it.
    const { originalUrl, url } = incoming as IncomingMessage & { originalUrl?: string }
    const address = originalUrl ?? url ?? '/'
    if (next && !handles(address)) return next()
    incoming.url = address
    listen(incoming, outgoing)
  }
}

const isBodyConsumed = (incoming: IncomingMessage & { rawBody?: unknown }): boolean =>
  incoming.readableDidRead && !(incoming.rawBody instanceof Buffer)
