// A signed order token: proof that this shop's own server has shown this order to whoever holds it. The page gets it with
// its HTML, the widget sends it on create (PROTOCOL §1, `token`). It holds the order, the time at which it ends and nothing
// about the shopper, so it may stand in a page, but not in a log.
import { createHmac } from 'node:crypto'
import { isSameSecret } from '../same-secret.ts'

/** `{seconds since 1970}.{HMAC-SHA256 as base64url}`. */
const form = /^([1-9]\d{9})\.([\w-]{43})$/

export type TokenState = 'valid' | 'expired' | 'wrong'

/**
 * Makes the token of an order.
 * @param secret the first of `ORDER_TOKEN_SECRET`
 */
export function signOrder(secret: string, order: string, expiresAt: Date): string {
  const seconds = String(Math.floor(expiresAt.getTime() / 1000))
  return `${seconds}.${signatureOf(secret, order, seconds)}`
}

/**
 * Tells what a token is worth for an order.
 * @param secrets any of which may have signed it, so that a secret can be replaced without a gap
 */
export function checkOrderToken(
  secrets: readonly string[],
  order: string,
  token: string,
  now: Date,
): TokenState {
  const [, seconds, signature] = form.exec(token) ?? []
  if (seconds === undefined || signature === undefined) return 'wrong'
  // All of them are compared: how long it takes tells nothing.
  const fitting = secrets.filter((secret) => isSameSecret(signature, signatureOf(secret, order, seconds)))
  if (fitting.length === 0) return 'wrong'
  return Number(seconds) * 1000 > now.getTime() ? 'valid' : 'expired'
}

/** Easy to make in any language. The time is the last line, so no order's id can look like another id with another time. */
const signatureOf = (secret: string, order: string, seconds: string) =>
  createHmac('sha256', secret).update(`${order}\n${seconds}`).digest('base64url')
