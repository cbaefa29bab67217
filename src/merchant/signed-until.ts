// Texts that are signed until a time. Who holds such a signature proves that this server has signed this text, without a row in
// the database: order tokens (owner/owners.ts) and the sign-in at the back office page (http/operators.ts).
import { createHmac } from 'node:crypto'
import { isSameSecret } from './same-secret.ts'

/** `{seconds since 1970}.{HMAC-SHA256 as base64url}`. */
const form = /^([1-9]\d{9})\.([\w-]{43})$/

export type SignedState = 'valid' | 'expired' | 'wrong'

/** Signs a text until a time. @param expiresAt counted in whole seconds */
export function signUntil(secret: string, text: string, expiresAt: Date): string {
  const seconds = String(Math.floor(expiresAt.getTime() / 1000))
  return `${seconds}.${signatureOf(secret, text, seconds)}`
}

/**
 * Verifies what `signUntil` has made for a text.
 * @param secrets any of them may have signed it, so that a secret can be replaced without an interruption
 */
export function checkSigned(
  secrets: readonly string[],
  text: string,
  signed: string,
  now: Date,
): SignedState {
  const [, seconds, signature] = form.exec(signed) ?? []
  if (seconds === undefined || signature === undefined) return 'wrong'
  // All secrets are compared, so that the time reveals nothing.
  const fitting = secrets.filter((secret) => isSameSecret(signature, signatureOf(secret, text, seconds)))
  if (fitting.length === 0) return 'wrong'
  return Number(seconds) * 1000 > now.getTime() ? 'valid' : 'expired'
}

/**
 * The signature; easy to compute in any language. The time is the last line, so no text can look like another text with
 * another time.
 */
const signatureOf = (secret: string, text: string, seconds: string) =>
  createHmac('sha256', secret).update(`${text}\n${seconds}`).digest('base64url')
