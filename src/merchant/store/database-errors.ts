// Classifies database errors by what the caller may do. A database that restarts is unavailable for seconds, and the same
// work may be tried again. A wrong query fails each time. Each client has its own codes and wraps those of Postgres and of
// the network in its own way; all of them are known here, and nowhere else.
import { ServiceError } from '../../server/index.ts'

/** What an error means for the work that met it. */
export type Meaning =
  /** The connection is unusable: Postgres has ended it, or a failover made this server the standby. */
  | 'broken'
  /** Postgres cannot be reached or lets nobody in, or the connection is lost. */
  | 'away'
  /** No answer, or no free connection of the pool, in time. */
  | 'late'
  /** Postgres runs but has no free connection, memory or disk space, or its disk fails. */
  | 'full'
  /** A lock or a slow statement took longer than its limit. */
  | 'busy'
  /** Postgres rolled back the whole transaction because of a collision with another one. */
  | 'collision'
  /** The statement was refused only because an earlier one of the same transaction had failed. */
  | 'aborted'

/**
 * By SQLSTATE (class 08: connection; 57P: shut down, crashed, starting up; 25P03, 25P04: a transaction took too long and
 * was ended; 25006: read-only; class 28 and 3D000: a new password, or a database that is restored; class 53 and 58000,
 * 58030: resources and system errors), by the codes of Node, of Prisma
 * (P1001, or the `kind` of its driver adapters) and of postgres.js, and by the name of the error.
 */
const meaningsByWord: readonly (readonly [Meaning, RegExp])[] = [
  ['broken', /^(08...|57P0[1235]|25P0[34]|25006)$/],
  ['full', /^(53...|58000|58030|P2037|TooManyConnections)$/],
  // PgBouncer has one code for all of its errors.
  ['full', /^08P01 no more connections allowed/],
  ['busy', /^(55P03|57014|TurnTimeout)$/],
  ['collision', /^(40001|40P01|P2034|TransactionWriteConflict)$/],
  ['aborted', /^25P02$/],
  ['late', /^(NoAnswer|KnexTimeoutError|CONNECT_TIMEOUT|P1002|P1008|P2024|P2028|SocketTimeout)$/],
  ['away', /^(ECONN(REFUSED|RESET|ABORTED)|EPIPE|ETIMEDOUT|E(HOST|NET)(UNREACH|DOWN)|EADDRNOTAVAIL)$/],
  ['away', /^(E[MN]FILE|EAI_AGAIN|ENOTFOUND|P1001|P1017|DatabaseNotReachable|ConnectionClosed)$/],
  ['away', /^CONNECTION_(CLOSED|ENDED|DESTROYED)$/],
  ['away', /^(28...|3D000|P1000|P1003|P1010)$/],
]

/** The messages of pg, its pool and Prisma that come without a code. Knex puts the statement and ` - ` before them. */
const meaningsByMessage: readonly (readonly [Meaning, RegExp])[] = [
  ['late', /(^| - )(timeout (exceeded|expired)|Query read timeout|Connection terminated due to .*timeout)/],
  ['away', /(^| - )(Connection terminated|Client (has encountered a connection error|was closed))/],
  ['away', /(^|\n)(Can't reach database server|Server has closed the connection)/],
]

/** Thrown when Postgres has sent no answer for longer than a statement may take. The statement may have been executed. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor(limitMs: number) {
    super(
      `Postgres has not answered within ${limitMs} ms. It is frozen or overloaded, or its machine or the network is gone; silent connections are replaced.`,
    )
  }
}

/** An error, or an object in it that describes one. */
type Part = Readonly<Record<string, unknown>>

/**
 * Where clients keep the error that they wrap: Drizzle in `cause`, Prisma in `meta`, Node in `errors` when a host has
 * several addresses, Sequelize and TypeORM in the others.
 */
const wrappings = ['cause', 'meta', 'driverAdapterError', 'errors', 'parent', 'original', 'originalError']
/** More than any client wraps. The limits are needed, because an error can be its own cause. */
const maxDepth = 6
const maxParts = 50

/**
 * The error and all that it wraps, the innermost first. The cause of a service error is left out: that network is not the
 * one of the database.
 */
function partsOf(error: unknown): Part[] {
  const parts: Part[] = []
  let level = [error]
  for (let depth = 0; depth < maxDepth && parts.length < maxParts; depth++) {
    const found = level.filter(
      (each): each is Part => typeof each === 'object' && each !== null && !(each instanceof ServiceError),
    )
    parts.push(...found.slice(0, maxParts))
    level = found.flatMap((part) => wrappings.flatMap((name) => part[name]))
  }
  return parts.reverse()
}

/** Prisma has the code of Postgres in `originalCode`, and its own in `code` or `errorCode`. */
const codeIn = ({ originalCode, code, errorCode }: Part): unknown => originalCode ?? code ?? errorCode

/** The code that Postgres or the network gave: the innermost code. `''` when there is none. */
export const codeOf = (error: unknown): string =>
  String(
    partsOf(error)
      .map(codeIn)
      .find((code) => code !== undefined && code !== null) ?? '',
  )

/** A code of Postgres; those of Prisma look alike. */
const isSqlState = (code: string): boolean => /^(?!P[1-9])[0-9A-Z]{5}$/.test(code)

/** What a database error means, whichever client threw it. `null`: the same work would fail again, or no database failed. */
export function meaningOf(error: unknown): Meaning | null {
  const parts = partsOf(error)
  const words = parts.flatMap((part) => [
    `${codeIn(part)} ${part.message}`,
    codeIn(part),
    part.kind,
    part.name,
  ])
  // A message may hold the shop's own text, such as a parameter. So it decides nothing if Postgres gave a code.
  return (
    firstMeaning(meaningsByWord, words) ??
    (isSqlState(codeOf(error))
      ? null
      : firstMeaning(
          meaningsByMessage,
          parts.map(({ message }) => message),
        ))
  )
}

function firstMeaning(meanings: typeof meaningsByWord, texts: readonly unknown[]): Meaning | null {
  for (const text of texts)
    for (const [meaning, pattern] of meanings)
      if (typeof text === 'string' && pattern.test(text)) return meaning
  return null
}

const means =
  (...meanings: readonly Meaning[]) =>
  (error: unknown): boolean => {
    const meaning = meaningOf(error)
    return meaning !== null && meanings.includes(meaning)
  }

/** Whether the connection that reported this error must not be used again. */
export const breaksConnection = means('broken')

/** Whether Postgres refused a statement only because an earlier one of the same transaction had failed. */
export const isOfFailedTransaction = means('aborted')

/** Whether Postgres runs but has no free connection, memory or disk space. */
export const isOutOfResources = means('full')

/** Whether Postgres or a connection was too late, or there was no free connection. It may answer on another connection. */
export const mayAnswerElsewhere = means('late', 'full')

/** Whether Postgres could not be reached or had no free resources. A retry may succeed in a moment. */
export const isDatabaseUnavailable = means('broken', 'away', 'late', 'full')

/** Whether Postgres runs, but locks or collisions delayed the work for too long. A retry may succeed in a moment. */
export const isDatabaseBusy = means('busy', 'collision')

/** The log event for an error of the database that passes; `null` for any other error. */
export function databaseEvent(error: unknown): 'database_away' | 'database_busy' | null {
  if (isDatabaseUnavailable(error)) return 'database_away'
  return isDatabaseBusy(error) ? 'database_busy' : null
}

/** Whether Postgres rolled back a whole transaction because of a collision. It may be repeated at once. */
export const isRolledBack = means('collision')

/** Whether Postgres ended a connection because nobody used it for as long as its `idle_session_timeout`. */
export const isOfIdleSession = (error: unknown): boolean => codeOf(error) === '57P05'

/** Whether PgBouncer rejected a setting in the startup message. */
export const isUnsupportedStartupSetting = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message)

/** Whether a value cannot be of its column's type (SQLSTATE class 22, or Prisma's own codes), such as `abc` for a number. */
export const isWrongValue = (error: unknown): boolean =>
  /^(22...|P20(00|06|07|20|23|33))$/.test(codeOf(error))
