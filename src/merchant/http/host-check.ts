// Compares the Host of shoppers' requests with the public address. Return and webhook addresses are built from the setting,
// never from a request. So with a wrong setting a press works, and the webhooks and the shopper go to another server.
import type { Context } from 'hono'
import type { Settings } from '../settings/settings.ts'
import { isForwarded } from './address.ts'

/** No header of a stranger is written into the log as it came. */
const host = /^(\[[\da-f:.]{2,45}\]|[a-z\d.-]{1,253})(:\d{1,5})?$/i

/**
 * Creates a function that notices a framework that adds a slash to paths. It does so by a redirect, which a browser follows and
 * the payment service may not.
 * @param onAdded called once, with a sentence that names the setting
 */
export function createSlashCheck(onAdded: (message: string) => void): (c: Context) => void {
  let isReported = false
  return (c) => {
    if (isReported || !new URL(c.req.url).pathname.endsWith('/')) return
    isReported = true
    onAdded(
      'A request came with a slash at the end of its path, which a framework before this server adds, such as Next.js with trailingSlash. Webhooks get a redirect then, and the payment service may not follow it. In next.config set skipTrailingSlashRedirect: true.',
    )
  }
}

/**
 * Creates a function that looks at a shopper's request.
 * @param onContradiction called once, with a sentence that names the setting
 */
export function createHostCheck(
  { publicUrl, ownOrigins, names }: Pick<Settings, 'publicUrl' | 'ownOrigins' | 'names'>,
  onContradiction: (message: string) => void,
): (c: Context) => void {
  const { protocol, host: publicHost } = new URL(publicUrl)
  const known = new Set([publicHost, ...ownOrigins.map((origin) => new URL(origin).host)])
  let isReported = false
  return (c) => {
    // A proxy may write another Host than the shopper's browser sent.
    if (isReported || isForwarded(c)) return
    const asked = c.req.header('host') ?? ''
    const address = `${protocol}//${asked}`
    if (!host.test(asked) || !URL.canParse(address) || known.has(new URL(address).host)) return
    isReported = true
    const name = names.nameOf('publicUrl')
    onContradiction(
      `A shopper's request came to ${asked}, and ${name} says ${publicHost}: shoppers and webhooks are sent there. Set ${name} to the address at which shoppers reach this server. If a proxy before this server changes the Host header, leave it.`,
    )
  }
}
