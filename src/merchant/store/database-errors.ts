// Classifies database errors by what the caller may do. A database that restarts is unavailable for seconds, and the same
// work may be tried again. A wrong query fails each time. Nothing else in this library reads SQLSTATE codes of failures.
import { TurnTimeout } from '../single-flight.ts'

const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|E[MN]FILE|EAI_AGAIN|ENOTFOUND)$/
/** Messages of pg and its pool that come without a code. */
const clientMessages =
  /^(Connection terminated|timeout (exceeded|expired)|Client (has encountered a connection error|was closed))/

/**
 * SQLSTATE codes after which a connection is unusable: class 08 (connection), 57P (shut down, crashed, starting up),
 * 25P03 and 25P04 (a transaction took too long and was ended), 25006 (read-only: a failover made this server the
 * standby).
 */
const brokenConnection = /^(08...|57P0[1235]|25P0[34]|25006)$/
/** Class 53: no free connection, memory or disk space. 58000 and 58030: a system error, such as a failed read. */
const outOfResources = /^(53...|58000|58030)$/
/**
 * 55P03: lock timeout. 57014: statement timeout. 40001 and 40P01: rolled back after a collision with other
 * transactions.
 */
const contention = /^(55P03|57014|40001|40P01)$/
const rolledBack = /^(40001|40P01)$/

/** Thrown when Postgres has sent no answer for longer than a statement may take. The statement may have been executed. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor(limitMs: number) {
    super(
      `Postgres has not answered within ${limitMs} ms. It is frozen or overloaded, or its machine or the network is gone; silent connections are replaced.`,
    )
  }
}

/** A database error as the shop's client wraps it: Drizzle in `cause`, Prisma in `meta`. */
interface WrappedError {
  readonly code?: unknown
  /** The Postgres code as Prisma names it. */
  readonly originalCode?: unknown
  readonly cause?: unknown
  readonly meta?: { readonly driverAdapterError?: unknown } | undefined
}

/** More levels than any client wraps. The limit is needed, because an error can be its own cause. */
const maxDepth = 5

/** The error and its causes, the outermost first. */
function causesOf(error: unknown): WrappedError[] {
  const causes: WrappedError[] = []
  for (let next = error; typeof next === 'object' && next !== null && causes.length < maxDepth; ) {
    const each = next as WrappedError
    causes.push(each)
    next = each.meta?.driverAdapterError ?? each.cause
  }
  return causes
}

/** The code that Postgres or the network gave: the innermost code. `''` when there is none. */
export function codeOf(error: unknown): string {
  const codes = causesOf(error).map(({ originalCode, code }) => originalCode ?? code)
  return String(codes.findLast((code) => code !== undefined && code !== null) ?? '')
}

/** Whether the connection that reported this error must not be used again. */
export const breaksConnection = (error: unknown): boolean => brokenConnection.test(codeOf(error))

/** Whether Postgres refused a statement only because an earlier one of the same transaction had failed (25P02). */
export const isOfFailedTransaction = (error: unknown): boolean => codeOf(error) === '25P02'

/** Whether PgBouncer rejected a setting in the startup message. */
export const isUnsupportedStartupSetting = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message)

/** Whether Postgres runs but has no free connection, memory or disk space. */
export const isOutOfResources = (error: unknown): boolean => outOfResources.test(codeOf(error))

/** Whether Postgres could not be reached or had no free resources. A retry may succeed in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (brokenConnection.test(code) || outOfResources.test(code) || networkCodes.test(code)) return true
  return causesOf(error).some(
    (cause) => cause instanceof NoAnswer || (cause instanceof Error && clientMessages.test(cause.message)),
  )
}

/** Whether Postgres runs, but locks or collisions delayed the work for too long. A retry may succeed in a moment. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof TurnTimeout || contention.test(codeOf(error))

/** Whether a value cannot be of its column's type (SQLSTATE class 22), such as `abc` for a number. */
export const isWrongValue = (error: unknown): boolean => /^22...$/.test(codeOf(error))

/** Whether Postgres rolled back a whole transaction because of a collision. It may be repeated at once. */
export const isRolledBack = (error: unknown): boolean => rolledBack.test(codeOf(error))
