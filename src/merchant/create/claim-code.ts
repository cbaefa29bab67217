// A payout's session id is not enough to take its money: the recipient also knows a code, which the merchant sends apart
// from the link. The address of the hosted page is asked for anew each time, and stands in no table and no read.
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
 * Lets pass who sends the right code.
 * @throws {WrongClaimCode}
 * @throws {TooManyClaimCodes} after five within a quarter of an hour
 */
export async function checkClaimCode(
  parts: ClaimCodeParts,
  row: SessionRow,
  given: string | null,
): Promise<void> {
  if (given === null || given.trim() === '') throw new WrongClaimCode('missing')
  await takeTry(parts, row.id)
  if (!isSameSecret(plain(given), plain(parts.capabilities.claimCodeOf(row.seed))))
    throw new WrongClaimCode('wrong')
  await parts.db.query('update payin_checkout.sessions set codes_tried = 0 where id = $1', [row.id])
}

/** Counted before the code is looked at: tries that run side by side are all counted. */
async function takeTry({ db, now }: ClaimCodeParts, id: string): Promise<void> {
  const [at, windowBegan] = [new Date(now()), new Date(now() - windowMs)]
  const taken = await db.query(
    `update payin_checkout.sessions set codes_tried = case when code_tried_at > $3 then codes_tried + 1 else 1 end, code_tried_at = $2
     where id = $1 and not (codes_tried >= ${maxTries} and code_tried_at > $3) returning id`,
    [id, at, windowBegan],
  )
  if (taken.length === 0) throw new TooManyClaimCodes(windowMs)
}

/** As people type it: in small letters, without the dash, with O for zero. */
const plain = (code: string) =>
  code
    .slice(0, 40)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
