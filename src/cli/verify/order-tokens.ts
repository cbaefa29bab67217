// Tokens of orders, made by a command of the shop: the widget gets them from the shop's page.
import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { CommandError } from '../command.ts'
import { LastLines } from './last-lines.ts'

const makeLimitMs = 30_000

/** Returns the token of an order, or `undefined` if there is none. @throws {CommandError} */
export type OrderTokens = (order: string) => Promise<string | undefined>

/** The shop needs no tokens. */
export const noTokens: OrderTokens = async () => undefined

/**
 * Asks the command once for each order.
 * @param command prints the token of the order that is in its variable ORDER, as its last line
 */
export function madeTokens(command: string, env: NodeJS.ProcessEnv, ended: AbortSignal): OrderTokens {
  const made = new Map<string, Promise<string>>()
  return (order) => {
    const known = made.get(order) ?? makeToken(command, { ...env, ORDER: order }, ended)
    made.set(order, known)
    return known
  }
}

async function makeToken(command: string, env: NodeJS.ProcessEnv, ended: AbortSignal): Promise<string> {
  let printed: string
  try {
    printed = (await promisify(exec)(command, { env, timeout: makeLimitMs, signal: ended })).stdout
  } catch (error) {
    if (ended.aborted) throw error
    const { stderr } = error as { stderr?: string }
    throw new CommandError(
      `--token failed for order ${env.ORDER}:`,
      ...LastLines.of(stderr?.trim() || (error as Error).message),
    )
  }
  const token = printed.trim().split('\n').at(-1)?.trim()
  if (token) return token
  throw new CommandError('--token printed nothing. Its last line must be the token of the order in $ORDER.')
}
