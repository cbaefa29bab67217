// Reads the common parts of a POST with JSON.
import { uuid } from '../../contract/values.ts'
import { HttpProblem } from './problems.ts'

/** The Idempotency-Key of a request. @throws {HttpProblem} 400 without a usable one */
export function parseKey(headers: Headers): string {
  const key = headers.get('idempotency-key')?.toLowerCase()
  if (key && uuid.test(key)) return key
  throw new HttpProblem(
    400,
    'The header Idempotency-Key must hold a UUID: one per attempt, kept over retries.',
  )
}

/**
 * Reads the body of a request.
 * @throws {HttpProblem} 415 for another content type, 400 for invalid JSON
 */
export async function readJson(request: Request): Promise<unknown> {
  if (!/^application\/json\s*(;|$)/i.test(request.headers.get('content-type') ?? '')) {
    throw new HttpProblem(415, 'The body must be JSON, with Content-Type: application/json.')
  }
  return parseJson(await request.text())
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new HttpProblem(400, 'The body is not JSON.')
  }
}
