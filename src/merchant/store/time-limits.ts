// How long anything may take between this server and Postgres, and why so long. Nothing waits without an end: a shopper
// is answered within 10 s whatever the database does (http/deadline.ts), and what is lost is found and replaced.

export interface TimeLimits {
  /**
   * For a connection: until one of the pool is free, or a new one is open. Who waits for longer than this waits in a
   * queue that grows, and is better told to come again.
   */
  readonly connectMs: number
  /** Postgres' `lock_timeout`: for a row that somebody else holds locked. Transactions here take milliseconds. */
  readonly lockMs: number
  /** Postgres' `statement_timeout`. Longer than `lockMs`, so that a lock is told apart from a slow statement. */
  readonly statementMs: number
  /**
   * Postgres' `idle_in_transaction_session_timeout`: a server that froze or lost its power in the middle of a
   * transaction must not hold an order locked. Longer than an event loop is ever blocked.
   */
  readonly idleInTransactionMs: number
  /**
   * For the answer to a statement, by this process's clock. A Postgres that lives has ended the statement by then
   * (`statementMs`), so no answer means that nobody is there: the connection is replaced, and with it every other one
   * that has been silent for as long.
   */
  readonly answerMs: number
  /** The same for `Transaction.run`, by both clocks: a migration may build an index over a million rows. */
  readonly migrationMs: number
  /** The same for `Db.runAlone`: an index over a hundred million rows, which nobody waits for but who deploys. */
  readonly aloneMs: number
  /** How often a connection that only listens is asked whether it still does. It would notice nothing otherwise. */
  readonly heartbeatMs: number
  /** When TCP begins to ask whether the other machine is there. It finds what dies while nothing is asked at all. */
  readonly keepAliveMs: number
  /** The longest pause before a lost connection that listens is tried again; the first pauses are shorter. */
  readonly reconnectMs: number
  /**
   * After so long a connection is replaced although it works: behind the address may be another machine by now, and a
   * Postgres that shuts down once all clients have left waits for this one.
   */
  readonly lifetimeMs: number
  /** For a goodbye at the end; a machine that is gone never says its own. */
  readonly closeMs: number
}

/** One place for all of them: `connectMs + answerMs` stays below the deadline of a press. */
export const defaultTimeLimits: TimeLimits = {
  connectMs: 3_000,
  lockMs: 3_000,
  statementMs: 4_000,
  idleInTransactionMs: 10_000,
  answerMs: 5_000,
  migrationMs: 600_000,
  aloneMs: 3_600_000,
  heartbeatMs: 5_000,
  keepAliveMs: 10_000,
  reconnectMs: 2_000,
  lifetimeMs: 300_000,
  closeMs: 2_000,
}
