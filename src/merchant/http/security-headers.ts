import type { Settings } from '../settings/settings.ts'

/**
 * What every answer says to a browser, unless its route says something else: they are set before the route runs.
 * No Cross-Origin-Opener-Policy: it cuts the link to the hosted window (FACTS 4).
 */
export function securityHeaders({ publicUrl }: Pick<Settings, 'publicUrl'>): [string, string][] {
  const headers: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    // An answer that is opened as a page loads nothing and stands in no frame. A page sets a policy of its own.
    ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
    // For loads without CORS only. The script, its languages and the logos say `cross-origin` themselves.
    ['cross-origin-resource-policy', 'same-origin'],
  ]
  // A year, and this host alone: the shop's other hosts are not ours to speak for.
  if (publicUrl.startsWith('https:')) headers.push(['strict-transport-security', 'max-age=31536000'])
  return headers
}
