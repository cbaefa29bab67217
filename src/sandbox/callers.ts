// Whom the sandbox answers. It has no sign-in, and any web page can send requests to a port of the computer that shows
// it. Two checks of every request keep such pages out:
//
// - The name by which the sandbox is called. A page can let its own name lead to 127.0.0.1 (DNS rebinding), and then
//   reads the answers as its own. An address, `localhost` or a name that an option gives cannot lead elsewhere.
// - The page that sends a change. A page of another site cannot read the answer, but its request would have an effect.
import { BlockList, isIP, isIPv6 } from 'node:net'
import type { MiddlewareHandler } from 'hono'
import { Problem } from './problem.ts'
import type { SandboxEnv } from './sandbox-env.ts'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const readOnly = ['GET', 'HEAD', 'OPTIONS']

/**
 * Answers 421 to a request by another name, and 403 to a change that a page of another site sends.
 * @param allowHosts names and addresses besides those of loopback; `0.0.0.0` and `::` stand for every address
 * @throws {Error} when one of them is no host name
 */
export function checkCallers(allowHosts: readonly string[]): MiddlewareHandler<SandboxEnv> {
  const allowed = new Set(allowHosts.map(readAllowed))
  const isOnAll = allowed.has('0.0.0.0') || allowed.has('::')
  const isAllowed = (name: string) =>
    name === 'localhost' || name.endsWith('.localhost') || allowed.has(name) || isAddress(name)
  const isAddress = (name: string) =>
    isIP(name) !== 0 && (isOnAll || loopback.check(name, isIPv6(name) ? 'ipv6' : 'ipv4'))

  return async (c, next) => {
    const { host: called, origin } = new URL(c.req.url)
    // A request line with a whole address (RFC 9112 §3.2.2) can have another name than the header.
    for (const host of [called, c.req.header('Host') ?? called]) {
      const name = nameOf(host)
      if (name === undefined || !isAllowed(name)) throw misdirected(name)
    }
    if (!readOnly.includes(c.req.method) && !isOwnPage(c.req.raw.headers, origin)) {
      throw new Problem(403, 'A page of another site may not do this. Use the page of the sandbox itself.')
    }
    await next()
  }
}

/** A request with neither header comes from a program. Browsers send no `Sec-Fetch-Site` to a plain http: address in the network. */
function isOwnPage(headers: Headers, own: string): boolean {
  const site = headers.get('Sec-Fetch-Site')
  if (site !== null) return site === 'same-origin' || site === 'none'
  const origin = headers.get('Origin')
  return origin === null || origin === own
}

/** The name in a Host header, as the URL parser writes it: in lower case, IPv6 without brackets. */
function nameOf(host: string): string | undefined {
  if (!/^(\[[0-9a-f:.]+\]|[^\s:@/?#\\[\]%]+)(:[0-9]*)?$/i.test(host)) return undefined
  const address = `http://${host}`
  if (!URL.canParse(address)) return undefined
  return new URL(address).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
}

function readAllowed(host: string): string {
  const name = nameOf(isIPv6(host) ? `[${host}]` : host)
  if (name === undefined) {
    throw new Error(
      `allowHosts has ${JSON.stringify(host)}, which is no host name; give one like sandbox.internal.`,
    )
  }
  return name
}

function misdirected(name: string | undefined): Problem {
  const own = 'The sandbox answers at localhost and 127.0.0.1'
  if (name === undefined) return new Problem(421, `${own}. The Host header of this request names no host.`)
  const option = `--allow-host ${name} (SANDBOX_ALLOW_HOST, or allowHosts in code)`
  return new Problem(421, `${own}, not at ${name}. If that name is yours, start the sandbox with ${option}.`)
}
