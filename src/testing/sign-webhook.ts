import { createHmac } from 'node:crypto'

/**
 * Signs a webhook as the service does: HMAC-SHA256 over the exact body, in lower-case hex. Send it in the header
 * `X-Webhook-Signature`.
 *
 * @param body exactly as sent; a text is encoded as UTF-8
 * @throws {TypeError} when the secret is empty
 */
export function signWebhook(body: string | Uint8Array, secret: string): string {
  if (secret === '') throw new TypeError('The webhook secret is empty. Give the secret of your server.')
  return createHmac('sha256', secret).update(body).digest('hex')
}
