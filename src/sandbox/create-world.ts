// One world of the sandbox: service, faults, clock, webhooks and routes of one merchant, without a port. Worlds share
// nothing. The sandbox imports nothing from the rest of the project: if both shared code, both would share a
// misunderstanding of the documents, and no journey would fail.
import { Hono } from 'hono'
import { answerFailure } from './answer-failure.ts'
import { createApi } from './api/api.ts'
import { createRateLimit } from './api/rate-limit.ts'
import { type Clock, createMovableClock, createTimers, realClock } from './clock.ts'
import { createControl } from './control/control.ts'
import { createFaults } from './faults/faults.ts'
import { createHostedPages } from './hosted/hosted-pages.ts'
import { createJournal } from './journal.ts'
import { Problem, toProblemResponse } from './problem.ts'
import { createRequestLog } from './request-log.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import type { PayinIntent, PayoutIntent } from './service/intents.ts'
import { createService, type Snapshot } from './service/service.ts'
import { createWebhooks } from './service/webhooks.ts'

export type WorldOptions = {
  apiKey?: string
  webhookSecret?: string
  clock?: Clock
  /**
   * Delay between two steps that the service takes by itself, such as AUTHORIZED to COMPLETED. Default: 2 seconds, so
   * that a redirected shopper is back in time to see it.
   */
  settleDelayMs?: number
  /** From creation of a payin to EXPIRED. Default: 30 minutes. */
  payinTtlMs?: number
  /** From creation of a payout to EXPIRED. Default: 24 hours, because a recipient does not wait at a checkout. */
  payoutTtlMs?: number
  /** Calls a second on average, for each API key; 0 for no limit. Default: 50. */
  rateLimit?: number
  /** Seed of the random numbers that decide about faults. Default: 1. */
  seed?: number
  /**
   * The address that gets all webhooks, for a server that the sandbox cannot reach at the webhooks' own address. An
   * origin without a path keeps the path of each webhook. Default: their own address.
   */
  forwardTo?: string
  /**
   * Awaited before each payin or payout is created. A test can keep a request in flight here, or make creation fail.
   */
  beforeCreate?: (intent: PayinIntent | PayoutIntent) => Promise<void>
  /** Sends the webhooks. */
  fetch?: typeof fetch
}

/** A world as data, for the state file. */
export type SavedWorld = { aheadMs: number; service: Snapshot }

export type World = ReturnType<typeof createWorld>

export const defaultKey = 'test_sandbox'

export function createWorld(options: WorldOptions = {}) {
  const { clock: wallClock = realClock, apiKey = defaultKey } = options
  const clock = createMovableClock(wallClock)
  const timers = createTimers(clock)
  const wallTimers = createTimers(wallClock)
  const faults = createFaults(wallTimers, options.seed)
  const journal = createJournal()
  const log = createRequestLog(journal)
  const rateLimit = createRateLimit(clock, options.rateLimit ?? 50)
  const webhooks = createWebhooks({
    clock,
    timers,
    wallTimers,
    faults,
    journal,
    secret: options.webhookSecret ?? 'sandbox_webhook_secret',
    fetch: options.fetch ?? fetch,
    forwardTo: options.forwardTo,
  })
  const service = createService({
    clock,
    timers,
    webhooks,
    applyLinkFault: faults.applyLinkFault,
    settleDelayMs: options.settleDelayMs ?? 2_000,
    payinTtlMs: options.payinTtlMs ?? 30 * 60_000,
    payoutTtlMs: options.payoutTtlMs ?? 24 * 60 * 60_000,
  })

  const app = new Hono<SandboxEnv>()
  const control = createControl({ clock, wallTimers, service, webhooks, faults, log, rateLimit, journal })
  app.route('/', createHostedPages({ ...service, clock, faults }))
  app.route('/', control.app)
  app.route(
    '/',
    createApi({
      ...service,
      apiKey,
      clock,
      log,
      faults,
      rateLimit,
      beforeCreate: options.beforeCreate ?? (async () => {}),
    }),
  )
  app.notFound((c) =>
    toProblemResponse(
      new Problem(404, `Nothing is served at ${c.req.path}. The sandbox's own page is at /sandbox.`),
    ),
  )
  app.onError(answerFailure)

  return {
    app,
    clock,
    service,
    faults,
    deliveries: webhooks.deliveries,
    requests: log.requests,
    save: (): SavedWorld => ({ aheadMs: clock.aheadMs, service: service.snapshot() }),
    restore(saved: SavedWorld) {
      clock.advance(saved.aheadMs)
      service.restore(saved.service)
    },
    dispose() {
      journal.close()
      timers.dispose()
      wallTimers.dispose()
      webhooks.dispose()
    },
  }
}
