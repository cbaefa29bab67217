// Tokens of hosted pages. A token is not the object's id, because API access and access to the hosted page are
// different permissions: the merchant has one, the payer the other.
import { randomBytes } from 'node:crypto'

export function createTokens() {
  const idsByToken = new Map<string, string>()
  const tokensById = new Map<string, string>()

  function keep(token: string, id: string) {
    idsByToken.set(token, id)
    tokensById.set(id, token)
  }

  return {
    issue(id: string): string {
      const token = randomBytes(24).toString('base64url')
      keep(token, id)
      return token
    },
    forget(id: string): void {
      idsByToken.delete(tokensById.get(id) ?? '')
      tokensById.delete(id)
    },
    idOf: (token: string): string => idsByToken.get(token) ?? '',
    tokenOf: (id: string): string | undefined => tokensById.get(id),
    snapshot: (): [token: string, id: string][] => [...idsByToken],
    restore(saved: readonly (readonly [string, string])[]) {
      idsByToken.clear()
      tokensById.clear()
      for (const [token, id] of saved) keep(token, id)
    },
  }
}
