// Writes the log line of a request that failed. Which answer it gets is decided in answers.ts.
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { ServiceError } from '../../server/index.ts'
import { DomainError } from '../errors/domain-error.ts'
import { errorFields, type Log } from '../log.ts'
import { databaseEvent } from '../store/database-errors.ts'
import { HttpProblem } from './problems.ts'

export type ReportError = (error: unknown, c: Context) => void

export const createReportError =
  (log: Log): ReportError =>
  (error, c) => {
    const event = eventOf(error)
    if (event === null) return
    const fields = { ...errorFields(error), request: c.get('request'), route: routePath(c, -1) }
    log(event, error instanceof ServiceError ? { ...fields, kind: error.kind } : fields)
  }

/** The log event for an error; `null`: the client caused the error, and the log line of the request is enough. */
function eventOf(error: unknown): string | null {
  if (error instanceof HttpProblem || error instanceof DomainError) return null
  if (error instanceof ServiceError) return 'service_failed'
  return databaseEvent(error) ?? 'failed'
}
