// `payin-checkout/merchant/next`: the merchant's server as route handlers of Next.js.
import type { MerchantServer } from './merchant-server.ts'

type Handler = (request: Request) => Promise<Response>

/** What `app/pay/[...path]/route.ts` exports. */
export interface NextHandlers {
  readonly GET: Handler
  readonly HEAD: Handler
  readonly POST: Handler
  readonly OPTIONS: Handler
}

/**
 * Creates the handlers of a catch-all route. `publicUrl` must contain its path, such as `https://shop.example/pay`.
 * @param given the merchant, or a function that creates it at the first request. Prefer the function: Next.js also runs a
 *   route's module during the build, where there is no database. If creation fails, the next request tries again
 */
export function toNext(given: MerchantServer | (() => Promise<MerchantServer>)): NextHandlers {
  let creating: Promise<MerchantServer> | undefined

  function merchant(): Promise<MerchantServer> {
    if (typeof given !== 'function') return Promise.resolve(given)
    creating ??= given().catch((error) => {
      creating = undefined
      throw error
    })
    return creating
  }

  const handle: Handler = async (request) => (await merchant()).fetch(request)
  return { GET: handle, HEAD: handle, POST: handle, OPTIONS: handle }
}
