// A shopper who comes back is a hint to look at their session soon. Anybody can open the return page's address, so the
// hint costs little, and is dropped where there are too many: the sweep comes to every session anyway.
import type { Context } from 'hono'
import { DomainError } from '../errors/domain-error.ts'
import type { Limits } from '../http/limits.ts'
import type { Merchant } from '../merchant.ts'

/** Under way or in line at a time, of all returns. */
const mostUnderWay = 20
/** One session is looked at this often at most, however often its page is loaded. */
const againMs = 2_000
const maxRemembered = 10_000
/** No public id is longer; a longer one is not worth remembering. */
const longestId = 103

type HintParts = Pick<Merchant, 'reader' | 'sweep' | 'background' | 'clock'>

/** Makes the function that takes the hint of one return. It answers at once, and fails never. */
export function createReturnHint({ reader, sweep, background, clock }: HintParts, limits: Limits) {
  const lastAt = new Map<string, number>()
  let underWay = 0

  function isTooSoon(id: string): boolean {
    const now = clock.now()
    if (now - (lastAt.get(id) ?? Number.NEGATIVE_INFINITY) < againMs) return true
    lastAt.delete(id)
    lastAt.set(id, now)
    for (const oldest of lastAt.keys()) {
      if (lastAt.size <= maxRemembered) break
      lastAt.delete(oldest)
    }
    return false
  }

  async function look(asker: string, id: string): Promise<void> {
    try {
      limits.returns(asker)
      const row = await reader.read(
        id,
        () => true,
        () => asker,
      )
      if (row) await sweep.checkSoon(row.id)
    } catch (error) {
      // Over a limit: the hint is dropped, and nobody needs to know.
      if (!(error instanceof DomainError)) throw error
    }
  }

  return function hint(c: Context, id: string): void {
    if (underWay >= mostUnderWay || id === '' || id.length > longestId || isTooSoon(id)) return
    const asker = limits.askerOf(c)
    underWay++
    const isTaken = background.run(() => look(asker, id).finally(() => underWay--))
    if (!isTaken) underWay--
  }
}
