// When a shopper opens the return page, their session is checked soon. Anybody can open that address, so this hint must
// cost little, and is dropped when there are too many: the sweep checks every session anyway.
import type { Context } from 'hono'
import { DomainError } from '../errors/domain-error.ts'
import type { Limits } from '../http/limits.ts'
import type { Merchant } from '../merchant.ts'

/** Maximum number of running or waiting hints. */
const maxPending = 20
/** Minimum interval between two checks of one session, however often its page is loaded. */
const intervalMs = 2_000
const maxRemembered = 10_000
/** The length of the longest public id. Longer ones are ignored. */
const maxIdLength = 103

type HintParts = Pick<Merchant, 'reader' | 'sweep' | 'background' | 'clock'>

/** Creates the function that handles the hint of one return. It returns at once and never throws. */
export function createReturnHint({ reader, sweep, background, clock }: HintParts, limits: Limits) {
  const lastAt = new Map<string, number>()
  let pending = 0

  function isTooSoon(id: string): boolean {
    const now = clock.now()
    if (now - (lastAt.get(id) ?? Number.NEGATIVE_INFINITY) < intervalMs) return true
    lastAt.delete(id)
    lastAt.set(id, now)
    for (const oldest of lastAt.keys()) {
      if (lastAt.size <= maxRemembered) break
      lastAt.delete(oldest)
    }
    return false
  }

  async function check(client: string, id: string): Promise<void> {
    try {
      limits.returns(client)
      const row = await reader.read(
        id,
        () => true,
        () => client,
      )
      if (row) await sweep.checkSoon(row.id)
    } catch (error) {
      // Above a limit the hint is dropped silently.
      if (!(error instanceof DomainError)) throw error
    }
  }

  return function hint(c: Context, id: string): void {
    if (pending >= maxPending || id === '' || id.length > maxIdLength || isTooSoon(id)) return
    const client = limits.clientOf(c)
    pending++
    const isAccepted = background.run(() => check(client, id).finally(() => pending--))
    if (!isAccepted) pending--
  }
}
