import type { Context } from 'hono'
import type { SessionReader } from '../long-poll/session-reader.ts'
import type { ShownRow } from '../session/session-row.ts'
import type { Limits } from './limits.ts'
import { HttpProblem } from './problems.ts'

/** Makes the function that finds a session by its public id. It throws an `HttpProblem` with 404 when there is none. */
export const createFindSession =
  (reader: Pick<SessionReader, 'read'>, limits: Limits) =>
  async (c: Context, id: string): Promise<ShownRow> => {
    const read = () =>
      reader.read(
        id,
        () => false,
        () => limits.clientOf(c),
      )
    const row = await limits.lookUp(c, id, read)
    if (!row) throw new HttpProblem(404, 'There is no such session.')
    return row
  }
