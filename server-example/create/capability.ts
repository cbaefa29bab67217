// The public session id is a capability: who knows it may read the session. It is derived from a random seed and a
// key that never leaves this process, so that the same open session can be handed out again with the same id,
// while the database alone (a backup, a leak) opens no session.
import { createHash, createHmac, hkdfSync, randomBytes, randomUUID } from 'node:crypto'

export interface Capabilities {
  /** The public id of a seed. */
  idOf(seed: string): string
  /** What nobody can guess in the address of this session's unsigned webhooks (FACTS 28). Not even with the public id. */
  webhookTokenOf(seed: string): string
}

/** Makes the derivation. After a rotation of the API key the ids change; the hashes of the old ones stay valid. */
export function createCapabilities(apiKey: string): Capabilities {
  const derive = (purpose: string) => {
    const key = Buffer.from(hkdfSync('sha256', apiKey, '', `payin-checkout ${purpose}`, 32))
    return (seed: string) => createHmac('sha256', key).update(Buffer.from(seed, 'hex')).digest('base64url')
  }
  const [id, token] = [derive('session ids'), derive('webhook tokens')]
  return { idOf: (seed) => `cs_${id(seed)}`, webhookTokenOf: token }
}

/** 32 random bytes as hex. */
export const createSeed = () => randomBytes(32).toString('hex')

/** The name of a session row. */
export const createRowId = () => randomUUID()

/** SHA-256 as hex: how ids, keys and webhook bodies are stored. */
export function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/**
 * The Idempotency-Key of one attempt, in the shape of a UUID (payments-v2: at most 36 characters).
 * Derived from order and attempt and not random: a server that lost its memory makes the same key, and the
 * service then returns the same payin.
 */
export function serviceKeyOf(installation: string, order: string, kind: string, attempt: number): string {
  const hex = hashOf(JSON.stringify([installation, order, kind, attempt]))
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
