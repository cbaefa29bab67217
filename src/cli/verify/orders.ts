// Unpaid orders and their tokens. An order can be paid once, so each promise needs orders of its own.
import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { CommandError } from '../command.ts'
import { LastLines } from './server-process.ts'

const makeLimitMs = 30_000

/** Returns the next unpaid order. @throws {CommandError} when there is none left */
export type Orders = () => Promise<string>

/** Returns the token of an order, or `undefined` if there is none. @throws {CommandError} */
export type OrderTokens = (order: string) => Promise<string | undefined>

/** How an order can change: it gets another price, is gone, or is paid in another way, such as at the till. */
export type OrderChange = 'price' | 'withdraw' | 'pay'

/** Changes an order in the shop. @throws {CommandError} */
export type ChangeOrder = (order: string, change: OrderChange) => unknown

/** The shop needs no tokens. */
export const noTokens: OrderTokens = async () => undefined

/**
 * Orders from a template with a number, such as `A-{n}`, or from a list.
 * @param given the values of `--order`
 * @param first the first number
 */
export function namedOrders(given: readonly string[], first: number): Orders {
  const template = given.length === 1 ? given[0] : undefined
  let next = 0
  return async () => {
    const at = next++
    if (template?.includes('{n}')) return template.replaceAll('{n}', String(first + at))
    const order = given[at]
    if (order !== undefined) return order
    throw new CommandError(
      `All ${given.length} orders of --order are used. Each promise needs orders of its own: name them as ` +
        '--order "A-{n}", where {n} is a number, or create each one with --new-order <command>.',
    )
  }
}

/** Orders from a command that prints the order's id as its last line. */
export const madeOrders =
  (command: string, env: NodeJS.ProcessEnv, ended: AbortSignal): Orders =>
  () =>
    lastLineOf(command, env, ended, '--new-order', 'the id of an unpaid order')

/**
 * Tokens from a command of the shop, because the widget gets them from the shop's page. Asks once for each order, and again after a failure.
 * @param command prints the token of the order that is in its variable ORDER, as its last line
 */
export function madeTokens(command: string, env: NodeJS.ProcessEnv, ended: AbortSignal): OrderTokens {
  const made = new Map<string, Promise<string>>()
  return (order) => {
    const withOrder = { ...env, ORDER: order }
    const token =
      made.get(order) ?? lastLineOf(command, withOrder, ended, '--token', 'the token of the order in $ORDER')
    made.set(order, token)
    token.catch(() => made.delete(order))
    return token
  }
}

/** @param command changes the order that is in its variable ORDER, as its variable CHANGE says */
export const changedOrders =
  (command: string, env: NodeJS.ProcessEnv, ended: AbortSignal): ChangeOrder =>
  async (order, change) =>
    void (await outputOf(command, { ...env, ORDER: order, CHANGE: change }, ended, '--change-order'))

/** @param wanted what the last line must be, for the message @throws {CommandError} */
async function lastLineOf(
  command: string,
  env: NodeJS.ProcessEnv,
  ended: AbortSignal,
  option: string,
  wanted: string,
): Promise<string> {
  const line = (await outputOf(command, env, ended, option)).trim().split('\n').at(-1)?.trim()
  if (line) return line
  throw new CommandError(`${option} printed nothing. Its last line must be ${wanted}.`)
}

/** @throws {CommandError} if the command fails */
async function outputOf(
  command: string,
  env: NodeJS.ProcessEnv,
  ended: AbortSignal,
  option: string,
): Promise<string> {
  const { stdout } = await promisify(exec)(command, { env, timeout: makeLimitMs, signal: ended }).catch(
    (error: Error & { stderr?: string }) => {
      if (ended.aborted) throw error
      const forOrder = env.ORDER === undefined ? '' : ` for order ${env.ORDER}`
      throw new CommandError(
        `${option} failed${forOrder}:`,
        ...LastLines.of(error.stderr?.trim() || error.message),
      )
    },
  )
  return stdout
}
