// The two headers of a held read: `If-None-Match` (RFC 9110) and `Prefer: wait=n` (RFC 7240).

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

/** Whether the client already has this version. */
export function isKnownVersion(ifNoneMatch: string | null, version: number): boolean {
  const etag = `"${version}"`
  // The fast path: this is what the widget sends, and it is most of the traffic.
  if (ifNoneMatch === etag) return true
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
