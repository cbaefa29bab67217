// The claim code of a payout. The session id alone is not enough to take the money: the recipient also needs a code, which the
// merchant sends separately from the link. The hosted page's address is fetched for each claim; no table and no read of a
// session contains it.
import { TooManyClaimCodes, WrongClaimCode } from '../errors/claim-code-errors.ts'
import { countCodeTry, forgetCodeTries } from '../order/write/payments.ts'
import { isSameSecret } from '../same-secret.ts'
import type { Capabilities } from '../session/capability.ts'
import type { SessionRow } from '../session/session-row.ts'
import type { Db } from '../store/db.ts'

const maxTries = 5
const windowMs = 15 * 60_000

export interface ClaimCodeParts {
  readonly db: Db
  readonly capabilities: Capabilities
  readonly now: () => number
}

/**
 * Checks the code.
 * @throws {WrongClaimCode}
 * @throws {TooManyClaimCodes} after five within a quarter of an hour
 */
export async function checkClaimCode(
  { db, capabilities, now }: ClaimCodeParts,
  row: SessionRow,
  given: string | null,
): Promise<void> {
  if (given === null || given.trim() === '') throw new WrongClaimCode('missing')
  const at = now()
  if (!(await countCodeTry(db, row.id, new Date(at), new Date(at - windowMs), maxTries)))
    throw new TooManyClaimCodes(windowMs)
  if (!isSameSecret(normalize(given), normalize(capabilities.claimCodeOf(row.seed))))
    throw new WrongClaimCode('wrong')
  await forgetCodeTries(db, row.id)
}

/** Normalizes the code as people type it: in lower case, without the dash, with O for zero. */
const normalize = (code: string) =>
  code
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
