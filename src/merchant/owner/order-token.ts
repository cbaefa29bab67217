// Signed order tokens. A token proves that this shop's own server has shown this order to the holder of the token. The
// page gets it with its HTML, and the widget sends it with the create request (docs/protocol.md#the-widget, `token`). It covers the order
// and its expiry time, and contains nothing about the shopper. So it may stand in a page, but not in a log.
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../same-secret.ts'

/** `{seconds since 1970}.{HMAC-SHA256 as base64url}`. */
const form = /^([1-9]\d{9})\.([\w-]{43})$/

export type TokenState = 'valid' | 'expired' | 'wrong'

/**
 * Signs the token of an order.
 * @param secret the first secret of `ORDER_TOKEN_SECRET`
 */
export function signOrder(secret: string, order: string, expiresAt: Date): string {
  const seconds = String(Math.floor(expiresAt.getTime() / 1000))
  return `${seconds}.${signatureOf(secret, order, seconds)}`
}

/**
 * Verifies a token for an order.
 * @param secrets any of them may have signed it, so that a secret can be replaced without an interruption
 */
export function checkOrderToken(
  secrets: readonly string[],
  order: string,
  token: string,
  now: Date,
): TokenState {
  const [, seconds, signature] = form.exec(token) ?? []
  if (seconds === undefined || signature === undefined) return 'wrong'
  // All secrets are compared, so that the time reveals nothing.
  const fitting = secrets.filter((secret) => isSameSecret(signature, signatureOf(secret, order, seconds)))
  if (fitting.length === 0) return 'wrong'
  return Number(seconds) * 1000 > now.getTime() ? 'valid' : 'expired'
}

/**
 * The signature; easy to compute in any language. The time is the last line, so no order id can look like another id
 * with another time.
 */
const signatureOf = (secret: string, order: string, seconds: string) =>
  createHmac('sha256', secret).update(`${order}\n${seconds}`).digest('base64url')
