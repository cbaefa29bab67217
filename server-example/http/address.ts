import { isIP } from 'node:net'
import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/**
 * The address that the connection comes from. Not `X-Forwarded-For`: whoever connects directly can write there what
 * they like. Behind a proxy of yours, read the header that it sets.
 */
export function addressOf(c: Context): string {
  try {
    return getConnInfo(c).remote.address ?? 'unknown'
  } catch {
    // Without a connection: in tests, or on another runtime.
    return 'unknown'
  }
}

/** The same as an IP address, or `null` when it is none: what bank transfers and on-ramps are told. */
export function ipOf(c: Context): string | null {
  // An IPv4 client of a socket that speaks both appears as ::ffff:192.0.2.1.
  const address = addressOf(c).replace(/^::ffff:(?=\d)/, '')
  return isIP(address) ? address : null
}
