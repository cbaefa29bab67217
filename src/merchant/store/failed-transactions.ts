// What follows when a statement of a transaction fails.
import { setTimeout as sleep } from 'node:timers/promises'
import { isOfFailedTransaction, isRolledBack } from './database-errors.ts'

/** A small number: two transactions that keep colliding must fail before the shopper gives up. */
const maxCollisions = 3
const collisionPauseMs = 50

/**
 * Repeats the work when Postgres rolled all of it back because of a collision. The pause before it is random: Postgres
 * may roll back both transactions of a deadlock, and with equal pauses they would collide again.
 */
export async function retryOnCollision<T>(work: () => Promise<T>): Promise<T> {
  for (let collisions = 1; ; collisions++) {
    try {
      return await work()
    } catch (error) {
      if (collisions > maxCollisions || !isRolledBack(error)) throw error
      await sleep(Math.random() * collisionPauseMs * collisions)
    }
  }
}

/** Thrown when a statement failed and its error was caught inside the transaction: Postgres rolled everything back. */
export class NotCommitted extends Error {
  override readonly name = 'NotCommitted'
  constructor(cause: unknown) {
    super('A statement of this transaction had failed, and its error was caught inside.', { cause })
  }
}

/**
 * Remembers what failed first in a transaction: it decides whether the work may be tried again. Statements after it only
 * say that one has failed, and their errors may reach the caller earlier if they were sent together.
 */
export function createFirstFailure() {
  let failure: unknown
  return {
    /** Why the transaction has failed; `undefined` while it has not. */
    get error(): unknown {
      return failure
    },
    /** Runs a statement. @throws what failed first */
    async watch<T>(statement: () => Promise<T>): Promise<T> {
      try {
        const result = await statement()
        // The work has gone back to a savepoint: a failed transaction executes nothing else.
        failure = undefined
        return result
      } catch (error) {
        if (failure !== undefined && isOfFailedTransaction(error)) throw failure
        failure ??= error
        throw error
      }
    },
  }
}
