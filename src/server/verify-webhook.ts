// Verifies signed webhooks (payments-v2, Authentication): hex HMAC-SHA256 over the raw body. webhook-events.ts parses them.

/**
 * Whether a webhook comes from the service. Pass the raw bytes: JSON that was parsed and serialized again differs. The
 * signature contains no time, so an old delivery stays valid for ever. Ignore repeated deliveries, and read the payment
 * at the service instead of trusting the event.
 *
 * @param signature the header `X-Webhook-Signature`
 * @param secrets one, or several during a rotation
 * @throws {TypeError} if there is no secret, or an empty one
 */
export async function verifyWebhook(
  rawBody: Uint8Array,
  signature: string | null | undefined,
  secrets: readonly string[],
): Promise<boolean> {
  if (secrets.length === 0 || secrets.includes('')) {
    throw new TypeError('The webhook secret is empty. Set it to the one that the service signs with.')
  }
  // Check all 64 digits first, because the decoding below would accept some wrong ones.
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
    // `verify` compares in constant time. `===` on hex strings returns earlier for an earlier difference, which leaks it.
    if (await crypto.subtle.verify('HMAC', key, expected, body)) valid = true
  }
  return valid
}
