import { createBatchSize } from '../../src/merchant/retention/batch-size.ts'
import { cleanSessions } from '../../src/merchant/retention/sessions.ts'
import { deleteOldWebhooks } from '../../src/merchant/retention/webhooks.ts'
import type { Db } from '../../src/merchant/store/db.ts'

/** Measures how long one batch of cleaning takes. Each batch is committed, as in a running shop. */
export async function timeCleaning(db: Db): Promise<void> {
  const before = new Date(Date.now() - 400 * 24 * 3_600_000)
  const kinds = [
    ['sessions', (most: number) => cleanSessions(db, new Date(), before, most)],
    ['webhooks', (most: number) => deleteOldWebhooks(db, before, most)],
  ] as const
  for (const [kind, clean] of kinds) {
    const size = createBatchSize({ now: () => performance.now() })
    const times: number[] = []
    let total = 0
    for (let batch = 0; batch < 50; batch++) {
      const startedAt = performance.now()
      total += (await size.run(clean)).count
      times.push(performance.now() - startedAt)
    }
    const [median = 0, slowest = 0] = [times.toSorted((a, b) => a - b)[25], Math.max(...times)]
    console.log(
      `Cleaning ${kind}: ${total} in 50 batches, median ${Math.round(median)} ms, slowest ${Math.round(slowest)} ms.`,
    )
  }
}
