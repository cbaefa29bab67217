// Subresource Integrity, as far as a `<script>` needs it.
import { createHash } from 'node:crypto'

const strengths = ['sha256', 'sha384', 'sha512'] as const

/** `sha384-…` of some bytes. */
export function hashOf(bytes: Buffer, algorithm: (typeof strengths)[number] = 'sha384'): string {
  return `${algorithm}-${createHash(algorithm).update(bytes).digest('base64')}`
}

/**
 * Whether bytes fit an `integrity`, of which the strongest algorithm counts; `null` where a browser finds no hash in it, and
 * so checks nothing.
 */
export function fitsIntegrity(integrity: string, bytes: Buffer): boolean | null {
  const hashes = integrity
    .split(/\s+/)
    .map((each) => each.replace(/\?.*$/, ''))
    .filter((each) => /^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(each))
  const strongest = strengths.findLast((name) => hashes.some((hash) => hash.startsWith(name)))
  return strongest === undefined ? null : hashes.includes(hashOf(bytes, strongest))
}
