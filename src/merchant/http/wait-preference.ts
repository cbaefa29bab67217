// The two headers of a held read: `If-None-Match` (RFC 9110) and `Prefer: wait=n` (RFC 7240).
import type { ShownRow } from '../session/session-row.ts'

/** Shorter than the timeouts of proxies and browsers. The widget then sends the next read. */
const maxWaitSeconds = 25

/** How long the client wants to wait, in milliseconds, at most 25 000; 0 without the preference. */
export function parseWaitMs(prefer: string | null): number {
  for (const preference of prefer?.split(/[,;]/) ?? []) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*$/i.exec(preference)?.[1]
    if (seconds !== undefined) return Math.min(maxWaitSeconds, Number(seconds)) * 1000
  }
  return 0
}

/**
 * The ETag of a session. The version alone is not enough: after a failover that lost the last changes, the same number is
 * given to another change, and a page that has the lost one would always get "not modified".
 */
export const etagOf = ({ version, updated_at: at, order_outcome: order }: TaggedRow): string =>
  `"${version}-${at.getTime().toString(36)}${order.slice(0, 1)}"`

type TaggedRow = Pick<ShownRow, 'version' | 'updated_at' | 'order_outcome'>

/** Whether the client already has this version. @param etag as `etagOf` makes it */
export function isKnownVersion(ifNoneMatch: string | null, etag: string): boolean {
  // The fast path: this is what the widget sends, and it is most of the traffic.
  if (ifNoneMatch === etag) return true
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  // The version alone is accepted as well.
  return tags.includes(etag) || tags.includes(etag.replace(/-.*/, '"')) || tags.includes('*')
}
