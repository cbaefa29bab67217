import type { Settings } from '../settings/settings.ts'

/** The headers of one answer, by their names in small letters. */
export type AnswerHeaders = Record<string, string>

/**
 * Makes what every answer says to a browser, unless its route says something else: they are set before the route runs.
 * No Cross-Origin-Opener-Policy: it cuts the link to the hosted window (FACTS 4).
 * @returns a new object each time, for one answer; as a literal, since a copy takes longer than all else around a read
 */
export function securityHeaders({ publicUrl }: Pick<Settings, 'publicUrl'>): () => AnswerHeaders {
  // A year, and this host alone: the shop's other hosts are not ours to speak for.
  const transport = publicUrl.startsWith('https:') ? 'max-age=31536000' : null
  return () => {
    const headers: AnswerHeaders = {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      // An answer that is opened as a page loads nothing and stands in no frame. A page sets a policy of its own.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      // For loads without CORS only. The script, its languages and the logos say `cross-origin` themselves.
      'cross-origin-resource-policy': 'same-origin',
    }
    if (transport !== null) headers['strict-transport-security'] = transport
    return headers
  }
}
