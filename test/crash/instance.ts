// One instance of the merchant server: processes that follow one another over the same database.
import type { Hono } from 'hono'
import { createApp } from '../../src/merchant/app.ts'
import type { Merchant } from '../../src/merchant/merchant.ts'
import type { Config } from '../../src/merchant/node/config.ts'
import { createMerchant, type OrdersOn } from '../support/example-merchant.ts'
import { createMortal, type Death, type Ports } from './mortal.ts'

export interface Running {
  readonly merchant: Merchant
  readonly app: Hono
}

export type Instance = ReturnType<typeof createInstance>

/** @param ordersOn the shop's own orders, in place of the example's */
export function createInstance(config: Config, ports: Ports, ordersOn?: OrdersOn) {
  let mortal = createMortal(ports)
  let running: Running | undefined

  /** `undefined` when the process dies meanwhile: nobody ever hears what became of it. */
  const unlessItDies = <T>(work: Promise<T>): Promise<T | undefined> =>
    Promise.race([work, mortal.death.then(() => undefined)])

  return {
    get mortal() {
      return mortal
    },
    /** Starts a process, which may be doomed to die while it starts. */
    async start(death?: Death): Promise<void> {
      running = undefined
      mortal = createMortal(ports)
      if (death) mortal.doom(death)
      const { db, fetch, clock } = mortal.ports
      const options = { fetch, clock, random: () => 0.5, log: () => undefined, ...(ordersOn && { ordersOn }) }
      const merchant = await unlessItDies(createMerchant(config, db, options))
      if (merchant) running = { merchant, app: createApp(merchant) }
    },
    /** Has the running process do something. Resolves with `undefined` when there is none, or when it dies over it. */
    async ask<T>(work: (running: Running) => Promise<T>): Promise<T | undefined> {
      return running && !mortal.isDead ? unlessItDies(work(running)) : undefined
    },
  }
}
