// `payin-checkout/merchant/node`: the merchant's server as a handler for `node:http` and for frameworks on top of it: Express,
// Fastify, Connect.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { refuseConsumedBody } from './http/consumed-body.ts'
import type { MerchantServer } from './merchant-server.ts'
import type { SignedIn } from './orders.ts'

/** A handler as Express and Connect call it. Without `next`, a path that is not the merchant's is answered with 404. */
export type NodeHandler = (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  next?: (error?: unknown) => void,
) => void

export interface NodeOptions<Incoming extends IncomingMessage> {
  /**
   * Who is signed in, from the framework's own request: an e-mail address, or nothing for a guest. It counts for the requests
   * of this handler, before the shop's `orders.shopper`. What checks the session must come before the handler.
   */
  readonly shopper?: ((request: Incoming) => SignedIn | Promise<SignedIn>) | undefined
}

const remedy =
  'Put the line app.use(toNode(merchant)) above the line app.use(express.json()), or above whatever else reads bodies.'

/**
 * Creates a handler for `node:http`, for Express (`app.use(toNode(merchant))`) and for Fastify (in an `onRequest` hook).
 * Add it before anything that reads bodies: a signature is checked over the raw bytes. If the platform kept these bytes
 * as `rawBody`, they are used.
 * @throws {TypeError} when `shopper` is no function
 */
export function toNode<Incoming extends IncomingMessage = IncomingMessage>(
  { fetch, handles }: Pick<MerchantServer, 'fetch' | 'handles'>,
  { shopper }: NodeOptions<Incoming> = {},
): NodeHandler {
  // A shop without types could pass who is signed in now, for everybody.
  if (shopper !== undefined && typeof shopper !== 'function')
    throw new TypeError(
      'shopper must be a function of the request, such as (request) => request.user?.email.',
    )
  const beside = (env: object, incoming: IncomingMessage) =>
    shopper ? { ...env, shopper: () => shopper(incoming as Incoming) } : env
  const listen = getRequestListener(
    (request, env) => {
      const incoming = env.incoming as IncomingMessage
      return isBodyConsumed(incoming) ? refuseConsumedBody(remedy) : fetch(request, beside(env, incoming))
    },
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
