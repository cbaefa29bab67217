import type { Settings } from '../settings/settings.ts'

/** The headers of one response, by lower-case name. */
export type AnswerHeaders = Record<string, string>

/**
 * Creates the security headers of every response. They are set before the route runs, so a route can replace them.
 * There is no Cross-Origin-Opener-Policy: it breaks the link to the hosted window (docs/internals/browser-facts.md#popupclosed-can-be-wrong).
 * @returns a function that returns a new object for each response, as a literal: a copy would take longer than everything
 *   else around a read
 */
export function securityHeaders({ publicUrl }: Pick<Settings, 'publicUrl'>): () => AnswerHeaders {
  // One year, and only this host: we must not decide for the shop's other hosts.
  const transport = publicUrl.startsWith('https:') ? 'max-age=31536000' : null
  return () => {
    const headers: AnswerHeaders = {
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      // A response that is opened as a page loads nothing, and no frame shows it. Pages set their own policy.
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      // Applies only to loads without CORS. The script, its languages and the logos set `cross-origin` themselves.
      'cross-origin-resource-policy': 'same-origin',
    }
    if (transport !== null) headers['strict-transport-security'] = transport
    return headers
  }
}
