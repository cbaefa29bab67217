// `alerts` from its options to its output and exit code.
import { isLoopback } from '../../protocol/safe-url.ts'
import { CommandError, exitCodes, parseWebAddress } from '../command.ts'
import type { Colours, Terminal } from '../terminal.ts'
import { connectToBackoffice, type ShownAlert, type ShownAlerts } from './backoffice.ts'

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

/**
 * The server's address, with its path if it has one.
 * @throws {CommandError} when the token could be read on the way to it
 */
export function readUrl(option: string | undefined, { PUBLIC_URL, PORT }: NodeJS.ProcessEnv): string {
  const name = option === undefined ? 'PUBLIC_URL' : '--url'
  const text = option ?? (PUBLIC_URL?.trim() || `http://localhost:${PORT?.trim() || 4000}`)
  const url = parseWebAddress(text)
  if (!url || url.search || url.hash || url.username || url.password)
    throw new CommandError(`${name} must be the address of your server, such as https://shop.example.`)
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !url.hostname.endsWith('.localhost'))
    throw new CommandError(`${name} must begin with https: the token would be readable on the way.`)
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}

/** @throws {CommandError} without a token that can be sent; the message never contains it */
export function readToken({ BACKOFFICE_TOKEN }: NodeJS.ProcessEnv): string {
  const token = BACKOFFICE_TOKEN?.trim()
  if (!token) throw new CommandError('BACKOFFICE_TOKEN must be set, as your server has it.')
  if (/^[\x21-\x7e]+$/.test(token)) return token
  throw new CommandError(
    'BACKOFFICE_TOKEN has characters that no token has. Set it to the token of your server.',
  )
}

/** The open alerts with what to do, then the settled ones, one line each. */
export function linesOf({ content, open: count }: ShownAlerts, colours: Colours): string[] {
  const open = content.filter(({ settled }) => settled === null)
  const settled = content.filter((each) => each.settled !== null)
  const more = count > open.length ? ` These are the newest ${open.length}.` : ''
  const end = (count === 1 ? '1 open alert.' : `${count} open alerts.`) + more
  return [
    ...open.flatMap((alert) => linesOfOpen(alert, colours)),
    ...settled.map((alert) => colours.dim(headOf(alert) + endOf(alert))),
    count === 0 ? colours.green('No open alerts.') : colours.red(end),
  ]
}

export const settledLine = (alert: ShownAlert, { green }: Colours): string =>
  green(headOf(alert) + endOf(alert))

function linesOfOpen(alert: ShownAlert, { red, dim }: Colours): string[] {
  const { id, detail, what_to_do, settle_as } = alert
  const ways = settle_as.join('|')
  return [
    red(headOf(alert)),
    `  what:   ${detail}`,
    `  do:     ${what_to_do}`,
    ...(ways === '' ? [] : [dim(`  settle: npx payin-checkout alerts settle ${id} --as ${ways} --by <who>`)]),
  ]
}

function headOf({ id, kind, subject, amount, created_at }: ShownAlert): string {
  const money = amount && `${amount.value} ${amount.currency}`
  const fields = [`#${id}`, kind, subject ?? 'no order', money, created_at]
  return fields.filter((field) => field !== null).join('  ')
}

function endOf({ settled }: ShownAlert): string {
  if (settled === null) return ''
  const note = settled.note === null ? '' : `: ${settled.note}`
  return `  ${settled.as} by ${settled.by}, ${settled.at}${note}`
}
