// Verifies signed webhooks (payments-v2, Authentication): hex HMAC-SHA256 over the raw body. webhook-events.ts parses them.

const bytesNeeded =
  'verifyWebhook needs the raw bytes of the request, a Uint8Array, such as new Uint8Array(await request.arrayBuffer()). Text, or a body that was parsed, is no longer what the service has signed.'

/**
 * The bytes, also of another realm. From anything else `new Uint8Array` makes bytes that nobody has signed: none from an
 * object, as many zeros as it says from a number.
 */
function bytesOf(given: unknown): Uint8Array<ArrayBuffer> {
  const type = Object.prototype.toString.call(given)
  if (type === '[object Uint8Array]' && ArrayBuffer.isView(given)) return new Uint8Array(given as Uint8Array)
  // A DataView takes only a real one, of any realm.
  if (type === '[object ArrayBuffer]') return new Uint8Array(new DataView(given as ArrayBuffer).buffer)
  throw new TypeError(bytesNeeded)
}

function checkSecrets(secrets: readonly string[]): void {
  if (!Array.isArray(secrets) || secrets.some((secret) => typeof secret !== 'string'))
    throw new TypeError('verifyWebhook needs the webhook secrets as a list of texts, such as [secret].')
  if (secrets.length === 0 || secrets.includes(''))
    throw new TypeError('The webhook secret is empty. Set it to the one that the service signs with.')
}

/** Whether bytes have this HMAC-SHA256 under a secret. It compares in constant time: `===` on texts returns earlier for an earlier difference. */
export type HasHmac = (
  secret: string,
  body: Uint8Array<ArrayBuffer>,
  hmac: Uint8Array<ArrayBuffer>,
) => boolean | Promise<boolean>

const byWebCrypto: HasHmac = async (secret, body, hmac) => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), algorithm, false, [
    'verify',
  ])
  return crypto.subtle.verify('HMAC', key, hmac, body)
}

/**
 * Whether a webhook comes from the service. Pass the raw bytes: JSON that was parsed and serialized again differs. The
 * signature contains no time, so an old delivery stays valid for ever. Ignore repeated deliveries, and read the payment
 * at the service instead of trusting the event.
 *
 * @param rawBody a Uint8Array; at run time an ArrayBuffer is one, too
 * @param signature the header `X-Webhook-Signature`
 * @param secrets one, or several during a rotation
 * @throws {TypeError} if the body is no bytes, or if there is no secret, or an empty one
 */
export const verifyWebhook = (
  rawBody: Uint8Array,
  signature: string | null | undefined,
  secrets: readonly string[],
): Promise<boolean> => verifyWebhookBy(byWebCrypto, rawBody, signature, secrets)

/** `verifyWebhook` with another HMAC than that of WebCrypto. */
export async function verifyWebhookBy(
  hasHmac: HasHmac,
  rawBody: Uint8Array,
  signature: string | null | undefined,
  secrets: readonly string[],
): Promise<boolean> {
  checkSecrets(secrets)
  const body = bytesOf(rawBody)
  // Check all 64 digits first, because the decoding below would accept some wrong ones.
  if (typeof signature !== 'string' || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const expected = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  let valid = false
  for (const secret of secrets) if (await hasHmac(secret, body, expected)) valid = true
  return valid
}
