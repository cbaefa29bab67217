// The back office of a running server as functions. Every failure is a CommandError that says what to do.
import * as z from 'zod'
import { parseProblem } from '../../protocol/problem.ts'
import { ask, reasonOf, refusalLines } from '../ask.ts'
import { CommandError } from '../command.ts'

const limitMs = 15_000

const alert = z.object({
  id: z.int(),
  kind: z.string(),
  subject: z.string().nullable(),
  amount: z.object({ value: z.string(), currency: z.string() }).nullable(),
  detail: z.string(),
  what_to_do: z.string(),
  settle_as: z.array(z.string()),
  created_at: z.string(),
  settled: z
    .object({ as: z.string(), by: z.string(), note: z.string().nullable(), at: z.string() })
    .nullable(),
})
const alertList = z.object({ content: z.array(alert), open: z.int() })

export type ShownAlert = z.output<typeof alert>
/** The latest alerts, and how many are open. */
export type ShownAlerts = z.output<typeof alertList>

export interface BackofficeOptions {
  readonly url: string
  readonly token: string
  /** Aborts the request in flight; its reason is thrown. */
  readonly signal: AbortSignal
}

export interface Settling {
  readonly as: string
  readonly by: string
  readonly note?: string
}

export function connectToBackoffice(options: BackofficeOptions) {
  const list = (): Promise<ShownAlerts> => call(options, alertList, '/alerts')
  return {
    list,
    async settle(id: string, settling: Settling): Promise<ShownAlert> {
      // Reads first: nothing is posted to a server that has no back office.
      await list()
      return call(options, alert, `/alerts/${encodeURIComponent(id)}/settle`, settling)
    },
  }
}

/** @throws {CommandError} */
async function call<Schema extends z.ZodType>(
  { url, token, signal }: BackofficeOptions,
  schema: Schema,
  path: string,
  body?: object,
): Promise<z.output<Schema>> {
  const headers = {
    Authorization: `Bearer ${token}`,
    ...(body && { 'Content-Type': 'application/json' }),
  }
  const request = { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) }
  const limits = { limitMs, ended: signal }
  const { status, json } = await ask(`${url}/backoffice${path}`, request, limits).catch((error) => {
    signal.throwIfAborted()
    throw new CommandError(`Nothing answers at ${url} (${reasonOf(error)}). ${giveAddress}`)
  })
  if (status >= 300) throw refusalOf(url, status, json, body !== undefined)
  const parsed = schema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new CommandError(`${url} answers, but not as a server of payin-checkout. ${giveAddress}`)
}

const giveAddress = 'Start your server, or give its address with --url or PUBLIC_URL.'

/** @param isAboutAlert whether a 404 with a problem can be about the alert's number */
function refusalOf(url: string, status: number, value: unknown, isAboutAlert: boolean): CommandError {
  const problem = parseProblem(status, value)
  if (status === 401)
    return new CommandError(
      `${url} refuses the token. Set BACKOFFICE_TOKEN to the token that the server has.`,
    )
  if (status === 404 && !(isAboutAlert && problem.detail?.includes('alert')))
    return new CommandError(
      `There is no back office at ${url}. Set BACKOFFICE_TOKEN at the server and start it again, or give its address with --url or PUBLIC_URL.`,
    )
  const lines = refusalLines('The server', problem)
  if (lines) return new CommandError(...lines)
  return new CommandError(`${url} answers ${status}, but not as a server of payin-checkout. ${giveAddress}`)
}
