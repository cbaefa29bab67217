// Instances of the server that call one service, over one database.

import type { Clock } from 'payin-checkout/server'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { Measure } from '../../../src/merchant/events.ts'
import { createLog, type LogFields } from '../../../src/merchant/log.ts'
import { startUpstream, type Upstream } from '../../../src/merchant/service/upstream.ts'
import type { Db } from '../../../src/merchant/store/db.ts'
import { makeTables } from '../../support/example-merchant.ts'
import { createFakeClock } from '../server/fake-clock.ts'
import { openTestDb } from './harness.ts'

export const payinUrl = 'https://pay.example/api/v2/payins/2a2a4b0e-7a0c-4d3e-9f5c-1b2c3d4e5f60'

type Upstreams = ReturnType<typeof createUpstreams>

/** Prepares a service and a clock, without an instance, before each test of a file. */
export function useUpstreams(): () => Upstreams {
  let db: Db
  let upstreams: Upstreams | undefined
  beforeAll(async () => {
    db = await openTestDb()
    await makeTables(db)
  }, 60_000)
  beforeEach(async () => {
    await db.query('truncate payin_checkout.service_budget')
    upstreams = createUpstreams(db)
  })
  afterEach(() => upstreams?.closeAll())
  afterAll(() => db.close())
  return () => {
    if (!upstreams) throw new Error('The instances exist inside tests only.')
    return upstreams
  }
}

function createUpstreams(db: Db) {
  const clock = createFakeClock()
  const running: Upstream[] = []
  const statements: string[] = []
  const logged: string[] = []
  const observed: LogFields[] = []
  const answers: (Response | Error | Promise<Response>)[] = []
  let calls = 0

  const fetch = async () => {
    calls++
    const answer = await answers.shift()
    if (answer instanceof Error) throw answer
    return answer ?? new Response('{}')
  }
  const watched: Db = {
    ...db,
    query: (sql, params) => {
      statements.push(sql)
      return db.query(sql, params)
    },
    transaction: (work) => {
      statements.push('begin')
      return db.transaction(work)
    },
  }

  /** `200`, or the answer to a refused call: `429 after 30`. */
  async function ask(send: typeof globalThis.fetch): Promise<string> {
    const { status, headers } = await send(payinUrl)
    return status === 429 ? `429 after ${headers.get('retry-after')}` : String(status)
  }

  return {
    db,
    clock,
    /** The statements of all instances; `begin` for a transaction. */
    statements,
    logged,
    observed,
    ask,
    /**
     * Starts an instance.
     * @param over parts of its database that behave differently
     * @param ownClock its clock, if that is wrong
     */
    async start(over: Partial<Db> = {}, ownClock: Pick<Clock, 'now'> = clock): Promise<Upstream> {
      const log = createLog((line) => logged.push(line))
      const measure: Measure = (_event, fields = {}) => observed.push(fields)
      const upstream = await startUpstream({
        db: { ...watched, ...over },
        clock: ownClock,
        log,
        measure,
        fetch,
      })
      running.push(upstream)
      return upstream
    },
    /** The service's answers to the next calls. After these it answers 200. */
    nextAnswers: (...next: typeof answers) => answers.push(...next),
    /** How many of these calls are really sent. */
    async sent(send: typeof globalThis.fetch, count: number): Promise<number> {
      const before = calls
      for (let i = 0; i < count; i++) await ask(send)
      return calls - before
    },
    /** The saved row: a list of none or one. */
    written: () => db.query('select event, paused_until from payin_checkout.service_budget'),
    closeAll: () => Promise.all(running.map((upstream) => upstream.close())),
  }
}

export const tooMany = (retryAfter?: string) =>
  new Response('{}', { status: 429, headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter } })
