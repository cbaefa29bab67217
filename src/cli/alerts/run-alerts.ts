// `alerts` from its options to its output and exit code.
import { CommandError, exitCodes } from '../command.ts'
import type { Terminal } from '../terminal.ts'
import { connectToBackoffice } from './backoffice.ts'
import { readToken, readUrl } from './options.ts'
import { linesOf, settledLine } from './report.ts'

export interface AlertsOptions {
  readonly url?: string
  readonly json?: true
}

export interface SettleOptions extends AlertsOptions {
  readonly as: string
  readonly by: string
  readonly note?: string
}

/** @returns the exit code @throws {CommandError} if the server cannot be asked */
export async function listAlerts({ url, json }: AlertsOptions, terminal: Terminal): Promise<number> {
  const alerts = await connect(url, terminal).list()
  if (json) terminal.writeJson(alerts, 2)
  else for (const line of linesOf(alerts, terminal.colours)) terminal.write(line)
  return alerts.open > 0 ? exitCodes.found : exitCodes.fine
}

/** @throws {CommandError} if the server cannot be asked, or refuses */
export async function settleAlert(
  id: string,
  { url, json, as, by, note }: SettleOptions,
  terminal: Terminal,
): Promise<void> {
  if (!/^[1-9]\d*$/.test(id))
    throw new CommandError(
      'Give the number of the alert, such as 17. `npx payin-checkout alerts` lists them.',
    )
  const settled = await connect(url, terminal).settle(id, { as, by, ...(note !== undefined && { note }) })
  if (json) terminal.writeJson(settled, 2)
  else terminal.write(settledLine(settled, terminal.colours))
}

const connect = (url: string | undefined, { env, ended }: Terminal) =>
  connectToBackoffice({ url: readUrl(url, env), token: readToken(env), signal: ended })
