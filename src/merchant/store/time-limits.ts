// All time limits between this server and Postgres, with their reasons. Every wait has an end: a shopper gets an answer
// within 10 s, whatever the database does (http/deadline.ts), and lost connections are found and replaced.

export interface TimeLimits {
  /**
   * Until a pooled connection is free or a new one is open. A request that waits longer is in a growing queue, so it is
   * better to answer "try again later".
   */
  readonly connectMs: number
  /**
   * Postgres' `lock_timeout`: the wait for a row that another transaction locked. Transactions here take milliseconds.
   */
  readonly lockMs: number
  /** Postgres' `statement_timeout`. Longer than `lockMs`, so that a lock can be distinguished from a slow statement. */
  readonly statementMs: number
  /**
   * Postgres' `idle_in_transaction_session_timeout`: a server that froze or lost power in the middle of a transaction
   * must not keep an order locked. Longer than an event loop is ever blocked.
   */
  readonly idleInTransactionMs: number
  /**
   * The wait for the answer to a statement, by this process's clock. A running Postgres has ended the statement by then
   * (`statementMs`), so no answer means that Postgres is unreachable. The connection is replaced, and so is every other
   * connection that has been silent for as long.
   */
  readonly answerMs: number
  /** The same for `Transaction.run`, here and at Postgres: a migration may build an index over a million rows. */
  readonly migrationMs: number
  /** The interval of the heartbeat on a listening connection. Without it, a dead connection would not be noticed. */
  readonly heartbeatMs: number
  /** The delay before TCP keep-alive probes start. They find a machine that died while the connection was idle. */
  readonly keepAliveMs: number
  /** The longest pause before a lost listening connection is opened again. The first pauses are shorter. */
  readonly reconnectMs: number
  /**
   * The age at which a working connection is replaced. The address may lead to another machine by now, and a Postgres
   * in a "smart" shutdown waits until this client has disconnected.
   */
  readonly lifetimeMs: number
  /** The wait for an orderly close. A machine that is gone never confirms it. */
  readonly closeMs: number
}

/** The defaults. Keep `connectMs + answerMs` below the deadline of a create request (http/deadline.ts). */
export const defaultTimeLimits: TimeLimits = {
  connectMs: 3_000,
  lockMs: 3_000,
  statementMs: 4_000,
  idleInTransactionMs: 10_000,
  answerMs: 5_000,
  migrationMs: 600_000,
  heartbeatMs: 5_000,
  keepAliveMs: 10_000,
  reconnectMs: 2_000,
  lifetimeMs: 300_000,
  closeMs: 2_000,
}
