// The one reader of a request's path: for the router, for `handles`, and by them for `toNode` and the log. A path that two
// readers can understand differently leads nowhere. Otherwise a proxy that lets only /checkout/ through would let
// /checkout/../backoffice/ through, too.
import { getPath } from 'hono/utils/url'

/** A path of no route. */
const nowhere = '/nowhere'

/** What stands before and behind the path: scheme and host, query and fragment. */
const around = /^https?:\/\/[^/?#]*|[?#].*$/gis

/**
 * Spellings that some readers normalize and others do not (RFC 3986 §6.2.2): a backslash, an empty segment, a dot segment,
 * also one beside an encoded separator, an encoded letter, digit, dot, hyphen or underscore, `%` without a byte, and what is no
 * printable ASCII, which no request line may have.
 */
const ambiguous =
  /\\|[^\x21-\x7e]|\/\/|(?:\/|%2f|%5c)\.\.?(?:\/|%2f|%5c|$)|%(?![\da-f]{2})|%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f)/i

/**
 * A slash that a framework adds at the end, such as Next.js with `trailingSlash`. Not of the back office and of the metrics: a
 * proxy that refuses exactly their paths would let these through.
 */
const addedSlash = /^(\/(?:checkout|webhooks)\/.*[^/]|\/healthz)\/$/

const isPlain = (target: string): boolean => !ambiguous.test(target.replace(around, ''))

/** What Node passes beside a request. */
interface NodeEnv {
  readonly incoming?: { readonly url?: string | undefined }
}

/** Creates the reader for a server below a base path: below `/pay`, the path of `/pay/checkout/banks` is `/checkout/banks`. */
export function createPathReader(basePath: string) {
  function read(target: string): string {
    if (!isPlain(target)) return nowhere
    const path = getPath({ url: target } as Request)
    return path.startsWith(`${basePath}/`) ? path.slice(basePath.length).replace(addedSlash, '$1') : nowhere
  }

  return {
    /** The path of a request. Its URL has no dot segments any more, so on Node the request line decides, too. */
    ofRequest(request: Request, env?: NodeEnv): string {
      const line = env?.incoming?.url
      return line === undefined || isPlain(line) ? read(request.url) : nowhere
    },
    /** The path of a request line: a path with or without a query, or a whole address. */
    ofLine(line: string): string {
      if (/^https?:\/\//i.test(line)) return read(line)
      return line.startsWith('/') ? read(`http://localhost${line}`) : nowhere
    },
  }
}
