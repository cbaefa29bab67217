import { linkRequest } from '../../contract/create-request.ts'
import { parseFields } from '../fields.ts'
import { readJson } from './read-json.ts'

/**
 * Reads the claim code of a request; `null` when there is none.
 * @throws {HttpProblem} 400 for a body that is not JSON, 415 for another content type, 422 for an invalid code
 */
export async function readClaimCode(request: Request): Promise<string | null> {
  if (!request.headers.has('content-type')) return null
  return parseFields(linkRequest, await readJson(request)).code ?? null
}
