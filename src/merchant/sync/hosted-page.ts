// Which addresses a browser may be sent to. A `javascript:` address would run in the shop's own page, and shoppers would
// trust a hostile page because the shop links to it (docs/internals/browser-facts.md#an-address-can-be-a-script).
import { parseRedirectUrl } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { SessionRow } from '../session/session-row.ts'

export interface HostedPage {
  readonly url: string | null
  /** Why an address was refused, for a person to read. */
  readonly refused?: string
}

/**
 * The hosted page's address that a session has after a fetch.
 * @param fetchedUrl absent: this answer does not contain it, so the known address stays
 */
export function hostedPageAfterFetch(
  { kind, redirect_url }: Pick<SessionRow, 'kind' | 'redirect_url'>,
  fetchedUrl: string | null | undefined,
  amountFits: boolean,
  origins: readonly string[],
): HostedPage {
  // A page that asks for another amount must not be shown.
  if (!amountFits) return { url: null }
  if (fetchedUrl === undefined || fetchedUrl === null) return { url: redirect_url }
  const page = allowedPage(fetchedUrl, origins)
  return kindOf(kind).pageNeedsCode ? { ...page, url: null } : page
}

/** An absolute `https:` address without credentials, on one of these origins. */
export function allowedPage(text: string, origins: readonly string[]): HostedPage {
  const url = parseRedirectUrl(text)
  if (!url) return { url: null, refused: 'the hosted page has an address that must not be opened' }
  if (origins.includes(url.origin)) return { url: url.href }
  return { url: null, refused: `the hosted page is at ${url.host}, which is not in HOSTED_PAGE_ORIGINS` }
}
