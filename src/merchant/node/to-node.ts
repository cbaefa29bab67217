// The merchant's server for `node:http`, and for what stands on it: Express, Fastify, Connect.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { HttpProblem } from '../http/problems.ts'
import type { MerchantServer } from '../merchant-server.ts'

/** What Express and Connect call. Without `next`, an address that is not the merchant's is answered 404. */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void

const bodyConsumedMessage =
  'Something has read the body of this request before, such as express.json(), so that no signature can be checked. Put the line app.use(toNode(merchant)) above the line app.use(express.json()).'

/**
 * Makes a handler for `node:http`, for Express (`app.use(toNode(merchant))`) and for Fastify (in an `onRequest` hook). It
 * stands before whatever reads bodies: the bytes are needed as they came. Where a platform has kept these bytes as
 * `rawBody`, they are taken.
 */
export function toNode({ fetch, handles }: Pick<MerchantServer, 'fetch' | 'handles'>): NodeHandler {
  const listen = getRequestListener(
    (request, env) => (isBodyConsumed(env.incoming as IncomingMessage) ? refuse() : fetch(request, env)),
    // Nothing is made of a request's host: addresses come from `publicUrl`.
    { hostname: 'localhost', overrideGlobalObjects: false },
  )
  return (incoming, outgoing, next) => {
    // Express takes the path away under which something is mounted; `publicUrl` names it.
    const { originalUrl, url } = incoming as IncomingMessage & { originalUrl?: string }
    const address = originalUrl ?? url ?? '/'
    if (next && !handles(address.replace(/[?#].*$/, ''))) return next()
    incoming.url = address
    listen(incoming, outgoing)
  }
}

const isBodyConsumed = (incoming: IncomingMessage & { rawBody?: unknown }): boolean =>
  incoming.readableDidRead && !(incoming.rawBody instanceof Buffer)

let isLogged = false

function refuse(): Response {
  if (!isLogged) console.error(bodyConsumedMessage)
  isLogged = true
  const { problem } = new HttpProblem(500, bodyConsumedMessage)
  return Response.json(problem, {
    status: problem.status,
    headers: { 'content-type': 'application/problem+json', 'cache-control': 'no-store' },
  })
}
