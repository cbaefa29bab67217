// Shoppers who press "pay" during a flood, while Postgres is frozen and while it restarts, compared with the same
// shoppers on a quiet server. A real server on a Postgres of its own, and the service behind a real socket.
import { setTimeout as pause } from 'node:timers/promises'
import { startFlood } from '../support/flood.ts'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../support/own-postgres.ts'
import { type Shop, sellOrders, startShop } from '../unit/merchant/shop-process.ts'
import type { Benchmark, Row } from './benchmark.ts'
import { median } from './statistics.ts'

const shoppers = 8
/** The deadline of a create request in any state of the database. */
const deadlineMs = 10_000
/** The minimum wait of the widget before it repeats a request after a 503. */
const repeatAfterMs = 100

interface CreateFigures {
  readonly perSecond: number
  /** Of single answers, both sessions and 503. */
  readonly longestMs: number
  readonly medianMs: number
  readonly sessions: number
  readonly refused: number
}

/** Runs shoppers for a time; each repeats an order's request until it has a session. */
async function createFor(shop: Shop, orders: string[], ms: number): Promise<CreateFigures> {
  const until = performance.now() + ms
  const took: number[] = []
  let sessions = 0
  async function shopper(): Promise<void> {
    while (performance.now() < until) {
      const order = orders.shift()
      if (order === undefined) throw new Error('All orders are sold: put more on sale.')
      const key = crypto.randomUUID()
      for (;;) {
        const answer = await shop.createSession(order, key)
        took.push(answer.ms)
        if (answer.status === 201) break
        if (answer.status !== 503)
          throw new Error(`A press was answered with ${answer.status}: ${answer.body}`)
        await pause(repeatAfterMs)
      }
      sessions++
    }
  }
  const beganAt = performance.now()
  await Promise.all(Array.from({ length: shoppers }, shopper))
  return {
    perSecond: (sessions / (performance.now() - beganAt)) * 1000,
    longestMs: Math.max(...took),
    medianMs: median(took),
    sessions,
    refused: took.length - sessions,
  }
}

const text = ({ perSecond, medianMs, refused }: CreateFigures) =>
  `${perSecond.toFixed(0)} a second, ${medianMs.toFixed(0)} ms each${refused > 0 ? `, ${refused} answered with 503` : ''}`

const besideQuiet = (what: string, ours: CreateFigures, quiet: CreateFigures): Row => ({
  benchmark: `create requests ${what}`,
  ours: text(ours),
  comparedWith: `a quiet server, ${text(quiet)}`,
  ratio: ours.perSecond / quiet.perSecond,
  budget: null,
})

const longestAnswer = (what: string, { longestMs }: CreateFigures): Row => ({
  benchmark: `longest answer to a create request ${what}`,
  ours: `${(longestMs / 1000).toFixed(2)} s`,
  comparedWith: `its deadline, ${deadlineMs / 1000} s`,
  ratio: longestMs / deadlineMs,
  budget: { atMost: 1 },
})

export const createsUnderFailure: Benchmark = async ({ roundMs }, report) => {
  if (whyNoPostgres) {
    report(whyNoPostgres)
    return []
  }
  const postgres = await startOwnPostgres()
  let shop: Shop | undefined
  try {
    shop = await startShop(postgres.url)
    return await measure(shop, postgres, roundMs, report)
  } finally {
    await shop?.close()
    await postgres.dispose()
  }
}

async function measure(
  shop: Shop,
  postgres: OwnPostgres,
  roundMs: number,
  report: (what: string) => void,
): Promise<Row[]> {
  const orders = await sellOrders(postgres.url, 30_000)
  const press = (rounds: number) => createFor(shop, orders, rounds * roundMs)
  // Not counted: the JavaScript engine still optimizes the code.
  await press(2)

  report('create requests on a quiet server')
  const quiet = await press(5)

  report('create requests while one client with 60 connections floods the return page')
  const flood = startFlood(Number(new URL(shop.origin).port), 'GET /checkout/return?session=cs_*')
  await flood.answered(100)
  const answersBefore = flood.answers()
  const flooded = await press(5)
  const floodPerSecond = ((flood.answers() - answersBefore) / (5 * roundMs)) * 1000
  await flood.end()

  report('create requests while Postgres restarts')
  const meanwhile = press(5)
  await pause(roundMs)
  await postgres.shutDown('fast')
  await postgres.start()
  const restarted = await meanwhile

  report('create requests while Postgres is frozen')
  const frozen = press(16)
  await pause(roundMs)
  postgres.freeze()
  await pause(12 * roundMs)
  postgres.thaw()
  const thawed = await frozen
  const after = await press(5)

  const during = `during a flood of the return page, ${floodPerSecond.toFixed(0)} answers a second`
  return [
    besideQuiet(during, flooded, quiet),
    longestAnswer('during that flood', flooded),
    besideQuiet('while Postgres restarts', restarted, quiet),
    longestAnswer('while Postgres restarts', restarted),
    longestAnswer(`while Postgres is frozen for ${((12 * roundMs) / 1000).toFixed(0)} s`, thawed),
    besideQuiet('after that', after, quiet),
  ]
}
