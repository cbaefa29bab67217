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
 * Makes the handlers of a catch-all route; `publicUrl` names its path, such as `https://shop.example/pay`.
 * @param given the merchant, or a function that makes it with the first request: Next.js also runs a route's module when it
 *   builds, where there is no database. A merchant that could not be made is made anew with the next request
 */
export function toNext(given: MerchantServer | (() => Promise<MerchantServer>)): NextHandlers {
  let making: Promise<MerchantServer> | undefined

  function merchant(): Promise<MerchantServer> {
    if (typeof given !== 'function') return Promise.resolve(given)
    making ??= given().catch((error) => {
      making = undefined
      throw error
    })
    return making
  }

  const handle: Handler = async (request) => (await merchant()).fetch(request)
  return { GET: handle, HEAD: handle, POST: handle, OPTIONS: handle }
}
