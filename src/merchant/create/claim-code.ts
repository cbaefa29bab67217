// The claim code of a payout. The session id alone is not enough to take the money: the recipient also needs a code, which the
// merchant sends separately from the link. The hosted page's address is fetched for each claim; no table and no read of a
// session contains it.
import { TooManyClaimCodes, WrongClaimCode } from '../errors/claim-code-errors.ts'
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
  parts: ClaimCodeParts,
  row: SessionRow,
  given: string | null,
): Promise<void> {
  if (given === null || given.trim() === '') throw new WrongClaimCode('missing')
  await countTry(parts, row.id)
  if (!isSameSecret(normalize(given), normalize(parts.capabilities.claimCodeOf(row.seed))))
    throw new WrongClaimCode('wrong')
  await parts.db.query('update payin_checkout.sessions set codes_tried = 0 where id = $1', [row.id])
}

/** Counts a try before the code is compared, so that parallel tries are all counted. */
async function countTry({ db, now }: ClaimCodeParts, id: string): Promise<void> {
  const [at, windowBegan] = [new Date(now()), new Date(now() - windowMs)]
  const counted = await db.query(
    `update payin_checkout.sessions set code_tried_at = $2,
       codes_tried = case when code_tried_at between $3 and $2 then codes_tried + 1 else 1 end
     where id = $1 and not (codes_tried >= ${maxTries} and coalesce(code_tried_at between $3 and $2, false)) returning id`,
    [id, at, windowBegan],
  )
  if (counted.length === 0) throw new TooManyClaimCodes(windowMs)
}

/** Normalizes the code as people type it: in lower case, without the dash, with O for zero. */
const normalize = (code: string) =>
  code
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
