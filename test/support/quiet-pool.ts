import pg from 'pg'

/**
 * A pool of `pg` for a database that the test drops afterwards. `pool.end` resolves before its sockets close, so the drop can
 * end their connections. Each of those errors would be an uncaught exception: of the connection, or of the pool if the
 * connection was idle.
 */
export function openQuietPool(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString })
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('error', () => undefined)
  return pool
}
