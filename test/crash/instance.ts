// One instance of the merchant server: one process after another, on the same database.
import type { Hono } from 'hono'
import { createApp } from '../../src/merchant/app.ts'
import type { Merchant } from '../../src/merchant/merchant.ts'
import type { Settings } from '../../src/merchant/settings/settings.ts'
import { createMerchant, type OrdersOn } from '../support/example-merchant.ts'
import { createKillableProcess, type Kill, type Ports } from './killable-process.ts'

export interface Running {
  readonly merchant: Merchant
  readonly app: Hono
}

export type Instance = ReturnType<typeof createInstance>

/** @param ordersOn the shop's own orders, in place of the example's */
export function createInstance(config: Settings, ports: Ports, ordersOn?: OrdersOn) {
  let serverProcess = createKillableProcess(ports)
  let running: Running | undefined

  /** The result of the work; `undefined` when the process is killed before that, because then nobody gets an answer. */
  const unlessKilled = <T>(work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work, serverProcess.killed.then(() => undefined)])

  return {
    get serverProcess() {
      return serverProcess
    },
    /** Starts a process. It can be killed while it starts. */
    async start(kill?: Kill): Promise<void> {
      running = undefined
      serverProcess = createKillableProcess(ports)
      if (kill) serverProcess.scheduleKill(kill)
      const { db, fetch, clock } = serverProcess.ports
      const options = { fetch, clock, random: () => 0.5, log: () => undefined, ...(ordersOn && { ordersOn }) }
      const merchant = await unlessKilled(createMerchant(config, db, options))
      if (merchant) running = { merchant, app: createApp(merchant) }
    },
    /** Has the running process do something. Resolves with `undefined` when there is none, or when it is killed meanwhile. */
    async ask<T>(work: (running: Running) => Promise<T>): Promise<T | undefined> {
      return running && !serverProcess.isKilled ? unlessKilled(work(running)) : undefined
    },
  }
}
