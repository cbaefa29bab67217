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
