// The two headers of a held read: `If-None-Match` (RFC 9110) and `Prefer: wait=n` (RFC 7240).

/** Below every proxy's and browser's patience; the widget asks again. */
const maxWaitSeconds = 25

/** How long the client wants to wait, in milliseconds, at most 25 000; 0 when it does not say. */
export function parseWaitMs(prefer: string | null): number {
  for (const preference of prefer?.split(/[,;]/) ?? []) {
    const seconds = /^\s*wait\s*=\s*"?(\d{1,6})"?\s*$/i.exec(preference)?.[1]
    if (seconds !== undefined) return Math.min(maxWaitSeconds, Number(seconds)) * 1000
  }
  return 0
}

/** Tells whether the client has this version already. */
export function isKnownVersion(ifNoneMatch: string | null, version: number): boolean {
  const etag = `"${version}"`
  // What the widget sends, and most of the traffic.
  if (ifNoneMatch === etag) return true
  const tags = ifNoneMatch?.split(',').map((tag) => tag.trim().replace(/^W\//, '')) ?? []
  return tags.includes(etag) || tags.includes('*')
}
