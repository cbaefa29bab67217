import { isSameSecret } from '../same-secret.ts'
import { HttpProblem } from './problems.ts'

/**
 * Requires `Authorization: Bearer <token>`.
 * @param realm the name of what is protected, for the response
 * @throws {HttpProblem} 401 with `WWW-Authenticate` (RFC 6750)
 */
export function checkBearer(headers: Headers, token: string, realm: string): void {
  const given = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (given !== undefined && isSameSecret(given, token)) return
  const wrong = given === undefined ? '' : ', error="invalid_token"'
  throw new HttpProblem(401, 'This address needs the header Authorization: Bearer with the right token.', {
    headers: { 'www-authenticate': `Bearer realm="${realm}"${wrong}` },
  })
}
