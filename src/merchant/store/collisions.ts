import { setTimeout as sleep } from 'node:timers/promises'
import { isRolledBack } from './database-errors.ts'

/** Few: two that collide with each other again and again must not do so until the shopper has gone. */
const maxCollisions = 3
const collisionPauseMs = 50

/**
 * Does the work again when Postgres has undone all of it because of a collision. After a pause of random length: Postgres may
 * undo both of two that wait for each other, and these would meet again.
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
