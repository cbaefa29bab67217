// Orders that can be paid: each promise takes fresh ones, as an order is paid once.
import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { CommandError } from '../command.ts'

const makeLimitMs = 30_000

/** Gives an order that nobody has paid. @throws {CommandError} when there is none left */
export type Orders = () => Promise<string>

/**
 * Orders by a name with a number in it, such as `A-{n}`, or from a list.
 * @param given what `--order` says, once or several times
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
      `The ${given.length} orders of --order are used up. Each promise needs orders of its own: name them as ` +
        '--order "A-{n}", where {n} is a number, or make each one with --new-order <command>.',
    )
  }
}

/** Orders made by a command, which prints the order's id as the last line. */
export function madeOrders(command: string, ended: AbortSignal): Orders {
  return async () => {
    try {
      const { stdout } = await promisify(exec)(command, { timeout: makeLimitMs, signal: ended })
      const id = stdout.trim().split('\n').at(-1)?.trim()
      if (id) return id
    } catch (error) {
      if (ended.aborted) throw error
      throw new CommandError(
        `--new-order failed: ${error instanceof Error ? error.message.trim() : String(error)}`,
      )
    }
    throw new CommandError(
      '--new-order printed nothing. Its last line must be the id of an order that can be paid.',
    )
  }
}
