// Where a browser may be sent to. `javascript:` would run in the shop's own page, and a hostile address would be believed
// because the shop led there (FACTS 3).
import { parseRedirectUrl } from '../../server/index.ts'
import { kindOf } from '../kinds/kinds.ts'
import type { SessionRow } from '../session/session-row.ts'

export interface HostedPage {
  readonly url: string | null
  /** Why an address was not taken over; for a person. */
  readonly refused?: string
}

/**
 * The address that a session keeps after a fetch.
 * @param told `undefined`: this kind's reads never tell it, so what is known stays
 */
export function hostedPageAfterFetch(
  { kind, redirect_url }: Pick<SessionRow, 'kind' | 'redirect_url'>,
  told: string | null | undefined,
  amountFits: boolean,
  origins: readonly string[],
): HostedPage {
  // A page that asks for another amount is shown to nobody.
  if (!amountFits) return { url: null }
  if (told === undefined) return { url: redirect_url }
  if (told === null) return { url: null }
  const page = allowedPage(told, origins)
  return kindOf(kind).pageNeedsCode ? { ...page, url: null } : page
}

/** An absolute `https:` address without credentials, on one of these origins. */
export function allowedPage(text: string, origins: readonly string[]): HostedPage {
  const url = parseRedirectUrl(text)
  if (!url) return { url: null, refused: 'the hosted page has an address that must not be opened' }
  if (origins.includes(url.origin)) return { url: url.href }
  return { url: null, refused: `the hosted page is at ${url.host}, which is not in HOSTED_PAGE_ORIGINS` }
}
