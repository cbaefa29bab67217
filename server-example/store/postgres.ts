import pg from 'pg'
import type { Db, Queries } from './db.ts'

/** Told when a connection breaks; the store repairs itself, somebody should still know. */
export type OnFault = (error: Error) => void

/**
 * Postgres: for real money and for several instances. `NOTIFY` does not pass a transaction pooler (PgBouncer); the
 * server then lives on re-reading every few seconds.
 */
export function openPostgres(connectionString: string, onFault: OnFault): Db {
  const pool = new pg.Pool({ connectionString, max: 10, connectionTimeoutMillis: 5_000 })
  // Without this listener a restart of Postgres, seen by an idle connection, ends the process.
  pool.on('error', onFault)
  const listeners = new Set<() => Promise<void>>()
  let closing: Promise<void> | undefined
  return {
    query: queryOn(pool),
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        await client.query('begin')
        const result = await work({
          query: queryOn(client),
          run: async (sql) => {
            await client.query(sql)
          },
        })
        await client.query('commit')
        return result
      } catch (error) {
        // When even the rollback fails the connection is in an unknown state: throw it away, don't reuse it.
        await client.query('rollback').catch((fault: Error) => {
          broken = fault
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    async listen(channel, heard) {
      const stop = await keepListening(connectionString, channel, heard, onFault)
      listeners.add(stop)
      return async () => {
        listeners.delete(stop)
        await stop()
      }
    },
    close() {
      closing ??= Promise.all([...listeners].map((stop) => stop())).then(() => pool.end())
      return closing
    },
  }
}

/** A connection of its own for LISTEN: a pooled one would be handed to somebody else. Reconnects with back-off. */
async function keepListening(
  connectionString: string,
  channel: string,
  heard: (payload: string | null) => void,
  onFault: OnFault,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString, keepAlive: true })
    // `end` comes after every loss, also after an error; one of them must lead to exactly one new connection.
    next.on('error', onFault)
    next.once('end', () => {
      if (client === next) again()
    })
    next.on('notification', ({ payload }) => heard(payload ?? null))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      await next.end().catch(() => undefined)
      throw error
    }
    if (stopped) return void (await next.end())
    client = next
    failures = 0
  }

  function again(): void {
    client = undefined
    if (stopped) return
    const waitMs = Math.min(10_000, 100 * 2 ** failures++)
    timer = setTimeout(() => {
      // What was notified while nobody listened is lost: whoever waits must read the tables again.
      connect().then(
        () => heard(null),
        (error) => {
          onFault(error)
          again()
        },
      )
    }, waitMs)
  }

  await connect()
  return async () => {
    stopped = true
    clearTimeout(timer)
    const last = client
    client = undefined
    await last?.end()
  }
}

function queryOn(target: pg.Pool | pg.PoolClient): Queries['query'] {
  return async <T extends object>(sql: string, params: readonly unknown[] = []) =>
    (await target.query<T>(sql, [...params])).rows
}
