// Pay links: the address of a page on which one order can be paid, for an e-mail, a QR code or a chat.
import type { Settings } from '../settings/settings.ts'
import type { Owners } from './owners.ts'

/** A link in an e-mail is opened days later, other than the token of an open page. */
const lifetimeS = 30 * 24 * 3_600

export interface PayLinkOptions {
  /** Seconds; by default thirty days. */
  readonly expiresIn?: number | undefined
  /** BCP 47: the language of the page. By default the browser's. */
  readonly lang?: string | undefined
}

/**
 * Makes the function that makes pay links. Without order token secrets a link has no token: whoever opens it proves by the
 * shop's account that the order is theirs.
 */
export const createPayLink =
  ({ publicUrl }: Pick<Settings, 'publicUrl'>, owners: Pick<Owners, 'tokenFor'>) =>
  (order: string, { expiresIn = lifetimeS, lang }: PayLinkOptions = {}): string => {
    const token = owners.tokenFor(order, expiresIn)
    return payAddress(publicUrl, { order, ...(token && { token }), ...(lang && { lang }) })
  }

/** The address of the pay page. @param fields its parameters, without empty ones */
export const payAddress = (publicUrl: string, fields: Readonly<Record<string, string>>): string =>
  `${publicUrl.replace(/\/$/, '')}/checkout/pay?${new URLSearchParams(fields)}`
