// What went wrong with the database, by what may be done about it. A database that restarts is away for seconds: what was
// asked meanwhile may be asked again; a wrong query may not.
import { TurnTimeout } from '../single-flight.ts'

const networkCodes =
  /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL|E[MN]FILE|EAI_AGAIN|ENOTFOUND)$/
/** What pg and its pool say without a code. */
const clientMessages =
  /^(Connection terminated|timeout (exceeded|expired)|Client (has encountered a connection error|was closed))/

/**
 * SQLSTATE codes after which a connection is of no use: class 08 (connection), 57P (shut down, crashed, not up yet),
 * 25P03 and 25P04 (a transaction that took too long was ended), 25006 (read-only: a failover made this one the standby).
 */
const brokenConnection = /^(08...|57P0[1235]|25P0[34]|25006)$/
/** Class 53: no free connection, memory or disk; 58000 and 58030: the machine's own trouble, such as a failed read. */
const outOfResources = /^(53...|58000|58030)$/
/** 55P03: locked for too long; 57014: took too long; 40001 and 40P01: collided with others, and was rolled back. */
const contention = /^(55P03|57014|40001|40P01)$/
const rolledBack = /^(40001|40P01)$/

/** Thrown when Postgres has said nothing for longer than a statement may take: what was sent may or may not be done. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor(limitMs: number) {
    super(
      `Postgres has not answered within ${limitMs} ms. It is frozen or overloaded, or its machine or the network is gone; silent connections are replaced.`,
    )
  }
}

/** What a client of the shop's has put around an error of the database: Drizzle as `cause`, Prisma as `meta`. */
interface WrappedError {
  readonly code?: unknown
  /** Prisma's name for the code of Postgres. */
  readonly originalCode?: unknown
  readonly cause?: unknown
  readonly meta?: { readonly driverAdapterError?: unknown } | undefined
}

/** More than any client wraps; an error can be its own cause. */
const maxDepth = 5

/** The error and those inside of it, the outermost first. */
function causesOf(error: unknown): WrappedError[] {
  const layers: WrappedError[] = []
  for (let next = error; typeof next === 'object' && next !== null && layers.length < maxDepth; ) {
    const layer = next as WrappedError
    layers.push(layer)
    next = layer.meta?.driverAdapterError ?? layer.cause
  }
  return layers
}

/** The code of what Postgres or the network has said, which is the innermost; `''` where there is none. */
export function codeOf(error: unknown): string {
  const codes = causesOf(error).map(({ originalCode, code }) => originalCode ?? code)
  return String(codes.findLast((code) => code !== undefined && code !== null) ?? '')
}

/** Tells whether the connection that this error came on must not be used again. */
export const breaksConnection = (error: unknown): boolean => brokenConnection.test(codeOf(error))

/** Tells whether PgBouncer does not know a setting that a connection began with. */
export const isUnsupportedStartupSetting = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message)

/** Tells whether Postgres is there and has no room for more. */
export const isOutOfResources = (error: unknown): boolean => outOfResources.test(codeOf(error))

/** Tells whether Postgres could not be reached, or had no room: the same again may succeed in a moment. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error)
  if (brokenConnection.test(code) || outOfResources.test(code) || networkCodes.test(code)) return true
  return causesOf(error).some(
    (layer) => layer instanceof NoAnswer || (layer instanceof Error && clientMessages.test(layer.message)),
  )
}

/** Tells whether Postgres is there, but others stood in the way for too long: the same again may succeed in a moment. */
export const isDatabaseBusy = (error: unknown): boolean =>
  error instanceof TurnTimeout || contention.test(codeOf(error))

/** Tells whether Postgres has undone a whole transaction because of a collision, so that it may be done again at once. */
export const isRolledBack = (error: unknown): boolean => rolledBack.test(codeOf(error))
