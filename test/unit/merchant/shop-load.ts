// Shoppers press, read, hold reads and pay, all at once and again and again. Their answers are recorded.
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Answer, Shop } from './shop-process.ts'

export interface Load {
  readonly answers: readonly Answer[]
  /** Orders whose payin the service reported as COMPLETED, in a webhook that was sent once. */
  readonly paid: readonly string[]
  /** Resolves when this number of further create requests has led to a session. */
  untilSessions(more: number): Promise<void>
  /** Each shopper finishes what is under way. */
  stop(): Promise<void>
}

/** How long a shopper's widget waits before it repeats a request that got 503. */
const repeatAfterMs = 100

/** Starts this number of shoppers, each buying one order after the other. */
export function startLoad(shop: Shop, orders: readonly string[], shoppers = 16): Load {
  const rest = [...orders]
  const answers: Answer[] = []
  const paid: string[] = []
  let stopped = false
  let sessions = 0
  const waiting = new Set<() => void>()
  /** Rejects when a shopper meets an error that no retry can help. */
  let fail: (error: unknown) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)

  async function record(asked: Promise<Answer>): Promise<Answer> {
    const answer = await asked
    answers.push(answer)
    return answer
  }

  /** Repeats with the same key until there is a session, even after the load was stopped. */
  async function createSession(order: string): Promise<string> {
    const key = randomUUID()
    for (;;) {
      const { status, body } = await record(shop.createSession(order, key))
      if (status === 201) {
        sessions++
        for (const look of waiting) look()
        return (JSON.parse(body) as { id: string }).id
      }
      if (status !== 503) throw new Error(`A press was answered with ${status}: ${body}`)
      await pause(repeatAfterMs)
    }
  }

  async function buy(order: string): Promise<void> {
    const id = await createSession(order)
    const held = record(shop.read(id, { 'if-none-match': '"2"', prefer: 'wait=2' }))
    await record(shop.read(id))
    for (const payin of shop.payinsOf(order)) {
      payin.status = 'COMPLETED'
      paid.push(order)
      await record(shop.webhook(payin))
    }
    await record(shop.health())
    await held
  }

  async function shopper(): Promise<void> {
    while (!stopped) {
      const order = rest.shift()
      if (order === undefined) throw new Error('All orders are sold: put more on sale.')
      await buy(order)
    }
  }

  const all = Array.from({ length: shoppers }, shopper)
  for (const each of all) each.catch(fail)
  return {
    answers,
    paid,
    untilSessions(more) {
      const enough = sessions + more
      const reached = new Promise<void>((resolve) => {
        const look = () => {
          if (sessions < enough) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
      })
      return Promise.race([reached, failed])
    },
    async stop() {
      stopped = true
      await Promise.all(all)
    },
  }
}

/** Answers that nobody may get: all but the requested result, or a 503 with Retry-After. */
export const wrongAnswers = (answers: readonly Answer[]) =>
  answers
    .filter(({ status, retryAfter }) => {
      if (status === 503) return retryAfter === null
      return ![200, 201, 304].includes(status)
    })
    .map(({ what, status, body }) => `${what}: ${status} ${body}`)
