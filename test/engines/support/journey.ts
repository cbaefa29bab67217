// A journey: one shopper's browser, a shop and a sandbox. Each engine has its own world, and each journey its own order.
import { rm } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type EngineName, whyLeftOut } from '../../../scripts/find-engines.ts'
import { World } from '../../journeys/support/opened-world.ts'
import { copyStockedDatabase } from '../../journeys/support/seeded-database.ts'
import { freePort } from '../../support/free-port.ts'
import { allJourneys, shortJourneys } from '../all-journeys.ts'
import { Browser } from './browser.ts'
import { engines } from './engines.ts'
import { eventually } from './eventually.ts'
import { type Front, startFront } from './front.ts'
import { Shop } from './shop.ts'

interface Stage {
  readonly engine: EngineName
  readonly browser: Browser
  readonly world: World
  /** The shop with a new, unpaid order. */
  readonly shop: Shop
  /** An order whose payment is authorized first, and completes by `completeElsewhere`. */
  slowShop(): Promise<Shop>
  /** Waits for a console line that the journey expects. */
  hearNoise(line: RegExp): Promise<void>
}

/** Declares a journey. */
export type Journey = (title: string, walk: (stage: Stage) => Promise<void>) => void

/** Declares the journeys for an engine; if it is not installed, one skipped test names what is missing. */
export function journeysIn(engine: EngineName): void {
  const leftOut = whyLeftOut(engine)
  if (leftOut) {
    if (process.env.ENGINES_REQUIRED) throw new Error(leftOut)
    console.log(leftOut)
    return void test.skip(leftOut, () => {})
  }
  const parts = process.env.ENGINES_SHORT?.split(',').includes(engine) ? shortJourneys : allJourneys
  describe(engine, () => {
    let browser: Browser
    let world: World
    let front: Front
    let dataDir: string
    let orders = 0

    beforeAll(async () => {
      dataDir = await copyStockedDatabase()
      const [port, publicPort] = [await freePort(), await freePort()]
      front = await startFront(publicPort, port)
      // The shop is at 127.0.0.1 and the hosted page at localhost: two sites, as in production.
      world = await World.open(dataDir, { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${publicPort}` })
      browser = new Browser(await engines[engine].start())
    }, 120_000)

    afterEach(async () => {
      await browser.closeTabs()
      await fetch(`${world.sandbox}/sandbox/faults`, { method: 'DELETE' })
      expect(front.takeNoise()).toEqual([])
    })

    afterAll(async () => {
      await browser?.stop()
      await world?.close()
      await front?.close()
      await rm(dataDir, { recursive: true, force: true })
    }, 60_000)

    const shopAbout = async (order: string) => new Shop(browser, world, await browser.openTab(), order)
    const journey: Journey = (title, walk) =>
      test(title, async () =>
        walk({
          engine,
          browser,
          world,
          shop: await shopAbout(`J-${++orders}`),
          slowShop: () => shopAbout(`S-${++orders}`),
          hearNoise: (line) =>
            eventually(async () => expect(front.takeNoise()).toEqual([expect.stringMatching(line)])),
        }),
      )
    for (const part of parts) part(journey)
  })
}
