import { expect, test } from 'vitest'
import { raise } from '../../../src/merchant/alerts.ts'
import { useCleaning } from './cleaning-world.ts'

const { world, paid, clean, areCleaned } = useCleaning()

test('an open alert keeps its session from being cleaned, and a settled one does not', async () => {
  await paid()
  const [row] = await world().db.query<{ id: string }>('select id from payin_checkout.sessions')
  await raise(world().db, 'final_changed', { session: row?.id ?? null }, 'said FAILED', new Date())
  await clean()
  expect(await areCleaned()).toEqual([false])

  await world().db.query(`update payin_checkout.alerts set settled_as = 'noted', settled_at = now()`)
  await clean()
  expect([await areCleaned(), await world().alerts()]).toEqual([[true], ['final_changed']])
})
