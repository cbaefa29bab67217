// The sandbox without a port: domain and routes wired together. Imports nothing from the rest of the project,
// so that a misunderstanding of the document shows up as a failing journey instead of agreeing with itself.
import { Hono } from 'hono'
import { answerFailure } from './answer-failure.ts'
import { createApi } from './api/api.ts'
import { type Clock, createTimers, realClock } from './clock.ts'
import { createFaultSwitches } from './faults.ts'
import { createHostedPages } from './hosted/hosted-pages.ts'
import { createIdempotencyKeys } from './idempotency.ts'
import { createInspection } from './inspect/inspection.ts'
import type { PayinIntent } from './payin-intent.ts'
import { createPayins } from './payins.ts'
import { Problem, toProblemResponse } from './problem.ts'
import { createRequestLog } from './request-log.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import { createWebhooks } from './webhooks.ts'

export type SandboxOptions = {
  apiKey?: string
  webhookSecret?: string
  clock?: Clock
  /** From AUTHORIZED to COMPLETED. Default: 2 seconds, so that a redirected shopper is back to see it. */
  settleDelayMs?: number
  /** From creation to EXPIRED. Default: 30 minutes. */
  payinTtlMs?: number
  /** Awaited before each payin is made: a test holds a request in flight here, or makes creation fail. */
  beforeCreate?: (intent: PayinIntent) => Promise<void>
  /** Sends the webhooks. */
  fetch?: typeof fetch
}

export type Sandbox = ReturnType<typeof createSandbox>

export function createSandbox(options: SandboxOptions = {}) {
  const { clock = realClock } = options
  const timers = createTimers(clock)
  const faults = createFaultSwitches()
  const log = createRequestLog()
  const webhooks = createWebhooks({
    clock,
    timers,
    faults,
    secret: options.webhookSecret ?? 'sandbox_webhook_secret',
    fetch: options.fetch ?? fetch,
  })
  const payins = createPayins({
    clock,
    timers,
    settleDelayMs: options.settleDelayMs ?? 2_000,
    payinTtlMs: options.payinTtlMs ?? 30 * 60_000,
    onStatusChange: webhooks.announce,
  })
  const apiOptions = {
    apiKey: options.apiKey ?? 'test_sandbox',
    clock,
    log,
    payins,
    faults,
    keys: createIdempotencyKeys(clock),
    beforeCreate: options.beforeCreate ?? (async () => {}),
  }

  const app = new Hono<SandboxEnv>()
  app.route('/api/v2', createApi(apiOptions))
  app.route('/', createHostedPages({ payins, clock }))
  app.route('/', createInspection({ payins, webhooks, faults, log }))
  app.notFound((c) =>
    toProblemResponse(
      new Problem(404, `Nothing is served at ${c.req.path}. The sandbox's own page is at /sandbox.`),
    ),
  )
  app.onError(answerFailure)

  function dispose() {
    timers.dispose()
    webhooks.dispose()
  }

  return { app, payins, faults, deliveries: webhooks.deliveries, requests: log.requests, dispose }
}
