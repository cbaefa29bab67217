// Reads and decodes a body up to a limit, because a few bytes of gzip can expand to gigabytes.
import type { IncomingMessage } from 'node:http'
import { type Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import type { Cut } from './answer.ts'

interface ReadBody {
  readonly body: Buffer
  /** Why the body is incomplete. */
  readonly cut: Cut | null
}

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

class TooLarge extends Error {}

/** Reads the body. After an error it returns the part that was read. It never throws. */
export async function readBody(message: IncomingMessage, maxBytes: number): Promise<ReadBody> {
  const chunks: Buffer[] = []
  let bytes = 0
  const collector = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk.subarray(0, maxBytes - bytes))
      bytes = Math.min(maxBytes, bytes + chunk.length)
      done(bytes < maxBytes ? null : new TooLarge())
    },
  })
  let cut: Cut | null = null
  try {
    const steps = decodersOf(message.headers['content-encoding'])
    if (steps === null) return { body: Buffer.alloc(0), cut: 'not decoded' }
    await pipeline([message, ...steps, collector])
  } catch (error) {
    cut = error instanceof TooLarge ? 'too large' : isZlib(error) ? 'not decoded' : 'broken off'
  }
  return { body: Buffer.concat(chunks), cut }
}

/** The decoders in the order of decoding; `null` if one is unknown or there are too many. */
function decodersOf(encoding = ''): Transform[] | null {
  const names = encoding
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && name !== 'identity')
    .reverse()
  const makers = names.map((name) => decoders[name])
  if (makers.length > 2 || makers.includes(undefined)) return null
  return makers.flatMap((make) => (make ? [make()] : []))
}

const isZlib = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  /^(Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZLIB)/.test(String(error.code))
