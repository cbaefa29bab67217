// A request body as bytes and as JSON. Idempotency compares the bytes.
import type { Context } from 'hono'
import { Problem } from '../problem.ts'

export type JsonBody = { bytes: Uint8Array; value: unknown }

/** @throws {Problem} 400 for everything that is not JSON: "malformed request or invalid syntax" */
export async function readJsonBody(c: Context): Promise<JsonBody> {
  const mediaType = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase()
  if (mediaType !== 'application/json') throw new Problem(400, 'The Content-Type must be application/json.')
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  return { bytes, value: parseJson(bytes) }
}

function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch (cause) {
    throw new Problem(
      400,
      `The body is not JSON in UTF-8: ${cause instanceof Error ? cause.message : 'unreadable'}`,
    )
  }
}
