// The database that all processes share and that survives them. It counts what is in progress, so that a test knows when
// nothing happens any more, and what a process has left open.
import { EventEmitter, once } from 'node:events'
import type { Db } from '../../src/merchant/store/db.ts'
import type { OrdersOn } from '../support/example-merchant.ts'

export type SharedDatabase = ReturnType<typeof createSharedDatabase>

/** Wraps a database that several processes share. @param ordersOn the shop's own orders, in place of the example's */
export function createSharedDatabase(db: Db, ordersOn?: OrdersOn) {
  const ends = new EventEmitter().setMaxListeners(0)
  const open = {
    statements: 0,
    transactions: 0,
    listeners: 0,
    /** Resolves when the next statement or transaction ends. */
    next: () => once(ends, 'end'),
  }
  let callCount = 0

  async function during<T>(what: 'statements' | 'transactions', work: () => Promise<T>): Promise<T> {
    open[what]++
    callCount++
    try {
      return await work()
    } finally {
      open[what]--
      ends.emit('end')
    }
  }

  return {
    open: open as Readonly<typeof open>,
    ordersOn,
    /** Grows with each call. While it stays the same, the database has not changed. */
    get callCount() {
      return callCount
    },
    db: {
      query: (sql, params) => during('statements', () => db.query(sql, params)),
      transaction: (work) => during('transactions', () => db.transaction(work)),
      async listen(channel, listener) {
        const stop = await during('statements', () => db.listen(channel, listener))
        open.listeners++
        return async () => {
          await during('statements', stop)
          open.listeners--
        }
      },
      close: () => db.close(),
    } satisfies Db,
    /** Empties every table of the shop. Not with `truncate`, which on the embedded database takes as long as a payment. */
    async clear(): Promise<void> {
      await db.query(
        `do $$ declare name text; begin
           for name in select format('%I.%I', schemaname, tablename) from pg_tables
             where schemaname in ('public', 'payin_checkout') and tablename not in ('installation', 'migrations')
           loop execute 'delete from ' || name; end loop;
           update payin_checkout.installation set beat = 0, beat_at = null, rows_kept_until = null, rows_lost_before = null, leased_until = null;
         end $$`,
      )
    },
    /** @throws when a transaction still holds an order or an attempt */
    async checkNothingIsLocked(): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.query('select 1 from orders for update nowait')
        await tx.query('select 1 from payin_checkout.sessions for update nowait')
      })
    },
  }
}
