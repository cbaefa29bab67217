// Subresource Integrity for a `<script>`.
import { createHash } from 'node:crypto'

const strengths = ['sha256', 'sha384', 'sha512'] as const

/** `sha384-…` of some bytes. */
export function hashOf(bytes: Buffer, algorithm: (typeof strengths)[number] = 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

/**
 * Whether the bytes match an `integrity`. Only its strongest algorithm counts. `null` if it contains no valid hash, so that
 * browsers check nothing.
 */
export function fitsIntegrity(integrity: string, bytes: Buffer): boolean | null {
  const hashes = integrity
    .split(/\s+/)
    .map((each) => each.replace(/\?.*$/, ''))
    .filter((each) => /^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(each))
  const strongest = strengths.findLast((name) => hashes.some((hash) => hash.startsWith(name)))
  return strongest === undefined ? null : hashes.includes(hashOf(bytes, strongest))
}
