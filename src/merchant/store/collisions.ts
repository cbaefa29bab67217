import { setTimeout as sleep } from 'node:timers/promises'
import { isRolledBack } from './database-errors.ts'

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
