// The sandbox without a port: service, faults and routes wired together. Imports nothing from the rest of the
// project, so that a misunderstanding of the documents shows up as a failing journey instead of agreeing with itself.
import { Hono } from 'hono'
import { answerFailure } from './answer-failure.ts'
import { createApi } from './api/api.ts'
import { createRateLimit } from './api/rate-limit.ts'
import { type Clock, createMovableClock, createTimers, realClock } from './clock.ts'
import { createControl } from './control/control.ts'
import { createFaults } from './faults/faults.ts'
import { createHostedPages } from './hosted/hosted-pages.ts'
import { createJournal } from './journal.ts'
import { openApiFor } from './openapi/description.ts'
import { Problem, toProblemResponse } from './problem.ts'
import { createRequestLog } from './request-log.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import type { PayinIntent, PayoutIntent } from './service/intents.ts'
import { createService } from './service/service.ts'
import { createWebhooks } from './service/webhooks.ts'
import { createStateFile } from './state-file.ts'

export type SandboxOptions = {
  apiKey?: string
  webhookSecret?: string
  clock?: Clock
  /** Between two steps that the service takes by itself, such as AUTHORIZED to COMPLETED. Default: 2 seconds, so that a redirected shopper is back to see it. */
  settleDelayMs?: number
  /** From creation of a payin to EXPIRED. Default: 30 minutes. */
  payinTtlMs?: number
  /** From creation of a payout to EXPIRED. Default: 24 hours: a recipient is not standing at a counter. */
  payoutTtlMs?: number
  /** Calls a second on average, for the one API key; 0 for no limit. Default: 50. */
  rateLimit?: number
  /** From which chances of faults are drawn. Default: 1. */
  seed?: number
  /**
   * Where webhooks go in place of their own address, for a server that the sandbox does not reach there. With a path, each
   * goes to just this address; without one, to the same path at this origin. Default: their own address.
   */
  forwardTo?: string
  /** Keeps the state over restarts. Default: memory only. */
  stateFile?: string
  /** Awaited before each payin or payout is made: a test holds a request in flight here, or makes creation fail. */
  beforeCreate?: (intent: PayinIntent | PayoutIntent) => Promise<void>
  /** Sends the webhooks. */
  fetch?: typeof fetch
}

export type Sandbox = ReturnType<typeof createSandbox>

/** @throws {Error} when the state file cannot be read */
export function createSandbox(options: SandboxOptions = {}) {
  const { clock: wallClock = realClock, apiKey = 'test_sandbox' } = options
  const clock = createMovableClock(wallClock)
  const timers = createTimers(clock)
  const wallTimers = createTimers(wallClock)
  const faults = createFaults(wallTimers, options.seed)
  const journal = createJournal()
  const log = createRequestLog(journal)
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
    spoilLink: faults.spoilLink,
    settleDelayMs: options.settleDelayMs ?? 2_000,
    payinTtlMs: options.payinTtlMs ?? 30 * 60_000,
    payoutTtlMs: options.payoutTtlMs ?? 24 * 60 * 60_000,
  })
  const stateFile = createStateFile({ path: options.stateFile, clock, wallTimers, service })

  const app = new Hono<SandboxEnv>()
  app.use(async (_, next) => {
    await next()
    stateFile.saveSoon()
  })
  app.get('/openapi.json', (c) => c.json(openApiFor(new URL(c.req.url).origin)))
  const control = createControl({ clock, wallTimers, service, webhooks, faults, log, journal })
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
      rateLimit: createRateLimit(clock, options.rateLimit ?? 50),
      beforeCreate: options.beforeCreate ?? (async () => {}),
    }),
  )
  app.notFound((c) =>
    toProblemResponse(
      new Problem(404, `Nothing is served at ${c.req.path}. The sandbox's own page is at /sandbox.`),
    ),
  )
  app.onError(answerFailure)

  function dispose() {
    stateFile.saveNow()
    journal.close()
    timers.dispose()
    wallTimers.dispose()
    webhooks.dispose()
  }

  return { app, clock, service, faults, deliveries: webhooks.deliveries, requests: log.requests, dispose }
}
