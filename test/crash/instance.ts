// One instance of the merchant server: processes that follow one another over the same database.
import type { Hono } from 'hono'
import { createApp } from '../../src/merchant/app.ts'
import type { Merchant } from '../../src/merchant/merchant.ts'
import type { Config } from '../../src/merchant/node/config.ts'
import { createMerchant, type OrdersOn } from '../support/example-merchant.ts'
import { createKillableProcess, type Kill, type Ports } from './killable-process.ts'

export interface Running {
  readonly merchant: Merchant
  readonly app: Hono
}

export type Instance = ReturnType<typeof createInstance>

/** @param ordersOn the shop's own orders, in place of the example's */
export function createInstance(config: Config, ports: Ports, ordersOn?: OrdersOn) {
  let serverProcess = createKillableProcess(ports)
  let running: Running | undefined

  /** `undefined` when the process dies meanwhile: nobody ever hears what became of it. */
  const unlessKilled = <T>(work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work, serverProcess.death.then(() => undefined)])

  return {
    get serverProcess() {
      return serverProcess
    },
    /** Starts a process, which may be doomed to die while it starts. */
    async start(death?: Kill): Promise<void> {
      running = undefined
      serverProcess = createKillableProcess(ports)
      if (death) serverProcess.scheduleKill(death)
      const { db, fetch, clock } = serverProcess.ports
      const options = { fetch, clock, random: () => 0.5, log: () => undefined, ...(ordersOn && { ordersOn }) }
      const merchant = await unlessKilled(createMerchant(config, db, options))
      if (merchant) running = { merchant, app: createApp(merchant) }
    },
    /** Has the running process do something. Resolves with `undefined` when there is none, or when it dies over it. */
    async ask<T>(work: (running: Running) => Promise<T>): Promise<T | undefined> {
      return running && !serverProcess.isKilled ? unlessKilled(work(running)) : undefined
    },
  }
}
