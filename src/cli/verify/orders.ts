// Unpaid orders. An order can be paid once, so each promise needs orders of its own.
import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { CommandError } from '../command.ts'
import { LastLines } from './last-lines.ts'

const makeLimitMs = 30_000

/** Returns the next unpaid order. @throws {CommandError} when there is none left */
export type Orders = () => Promise<string>

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
export function madeOrders(command: string, ended: AbortSignal): Orders {
  return async () => {
    try {
      const { stdout } = await promisify(exec)(command, { timeout: makeLimitMs, signal: ended })
      const id = stdout.trim().split('\n').at(-1)?.trim()
      if (id) return id
    } catch (error) {
      if (ended.aborted) throw error
      throw new CommandError(
        '--new-order failed:',
        ...LastLines.of(error instanceof Error ? error.message : String(error)),
      )
    }
    throw new CommandError('--new-order printed nothing. Its last line must be the id of an unpaid order.')
  }
}
