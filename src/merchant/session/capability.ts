// The public session id is a capability: everyone who knows it may read the session. It is derived from the session's seed
// and the secret of the installation, so the same open session can be returned again with the same id, for as long as it
// is open: an API key may be rotated meanwhile.
import { createHash, createHmac, hkdfSync } from 'node:crypto'

export interface Capabilities {
  /** The public id of a seed. */
  idOf(seed: string): string
  /** The secret part of the address for this session's unsigned webhooks (docs/internals/server-facts.md#legacy-webhooks-are-not-signed). It does not follow from the public id. */
  webhookTokenOf(seed: string): string
  /** The code that a payout's recipient needs besides the id, such as `K7QM-2XDP`. It does not follow from the other two. */
  claimCodeOf(seed: string): string
  /** A hash by which a session remembers under which API key it was made. */
  apiKeyHash(apiKey: string): string
}

/** Makes the derivation. @param secret of the installation: it never changes */
export function createCapabilities(secret: string): Capabilities {
  const derive = (purpose: string) => {
    const key = Buffer.from(hkdfSync('sha256', secret, '', `payin-checkout ${purpose}`, 32))
    return (seed: string) => createHmac('sha256', key).update(Buffer.from(seed, 'hex')).digest()
  }
  const [id, token, code] = [derive('session ids'), derive('webhook tokens'), derive('claim codes')]
  const apiKeys = hkdfSync('sha256', secret, '', 'payin-checkout API keys', 32)
  return {
    idOf: (seed) => `cs_${id(seed).toString('base64url')}`,
    webhookTokenOf: (seed) => token(seed).toString('base64url'),
    claimCodeOf: (seed) => codeOf(code(seed)),
    apiKeyHash: (apiKey) => createHmac('sha256', Buffer.from(apiKeys)).update(apiKey).digest('hex'),
  }
}

/** Crockford's Base 32: it leaves out letters that look like a digit or like another letter. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

function codeOf(bytes: Uint8Array): string {
  const code = [...bytes.subarray(0, 8)].map((byte) => alphabet[byte % 32]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** SHA-256 as hex: how ids, keys and webhook bodies are stored. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}
