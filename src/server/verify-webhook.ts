// Signed webhooks (payments-v2, Authentication): hex HMAC-SHA256 over the raw body. What they tell: webhook-events.ts.

/**
 * Tells whether a webhook comes from the service. Give it the bytes as they arrived: parsed and written again, JSON
 * is another text. The signature covers no time, so an old delivery verifies for ever: dedupe, and treat the event
 * as a hint to fetch.
 *
 * @param signature the header `X-Webhook-Signature`
 * @param secrets one, or several while they are being rotated
 * @throws {TypeError} when there is no secret, or an empty one
 */
export async function verifyWebhook(
  rawBody: Uint8Array,
  signature: string | null | undefined,
  secrets: readonly string[],
): Promise<boolean> {
  if (secrets.length === 0 || secrets.includes('')) {
    throw new TypeError('The webhook secret is empty. Set it to the one that the service signs with.')
  }
  // All 64 digits first: decoding alone would cut a bad signature at its first wrong digit and compare the rest.
  if (!signature || !/^[0-9a-f]{64}$/i.test(signature)) return false
  const expected = Uint8Array.from(signature.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  const body = new Uint8Array(rawBody)
  let valid = false
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey(
      'raw',
      new TextEncoder().encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    )
    // `verify` compares in constant time. Not `===` on hex strings: that answers faster the earlier they differ.
    if (await crypto.subtle.verify('HMAC', key, expected, body)) valid = true
  }
  return valid
}
