import { createHash, timingSafeEqual } from 'node:crypto'
import { HttpProblem } from './problems.ts'

/**
 * Lets pass whoever sends `Authorization: Bearer <token>`.
 * @param realm what is guarded, for the answer
 * @throws {HttpProblem} 401 with `WWW-Authenticate` (RFC 6750)
 */
export function checkBearer(headers: Headers, token: string, realm: string): void {
  const given = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (given !== undefined && isSame(given, token)) return
  const wrong = given === undefined ? '' : ', error="invalid_token"'
  throw new HttpProblem(401, 'This address is for who sends Authorization: Bearer with the right token.', {
    headers: { 'www-authenticate': `Bearer realm="${realm}"${wrong}` },
  })
}

/** By hashes: of equal length, as `timingSafeEqual` wants it, so the time tells neither the length nor a beginning. */
const isSame = (a: string, b: string) => timingSafeEqual(hash(a), hash(b))

const hash = (text: string) => createHash('sha256').update(text).digest()
