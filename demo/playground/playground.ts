// The playground: any attribute, token and language on a real element, beside the code for it. Controls come from the
// package's own manifest (controls.ts), payments from this server, and faults from the sandbox (scenario-switches.ts).
// It creates its own orders; the merchant's server does not depend on it.
import type { Context, Hono } from 'hono'
import { z } from 'zod'
import { parseFields } from '../../src/merchant/fields.ts'
import { checkOrigin, trustedOrigins } from '../../src/merchant/http/origin-check.ts'
import { HttpProblem } from '../../src/merchant/http/problems.ts'
import { readJson } from '../../src/merchant/http/read-json.ts'
import type { Settings } from '../../src/merchant/settings/settings.ts'
import type { Queries } from '../../src/merchant/store/db.ts'
import { serveAssets, setHeaders } from '../shop/document.ts'
import { createRefunds, type RefundsParts } from '../shop/refunds.ts'
import { sandboxPageOf } from '../shop/sandbox-page.ts'
import { insertFreshOrder, parsePrice } from './fresh-orders.ts'
import { readPackage } from './manifest.ts'
import { playgroundPage } from './page.ts'
import { parsePlaygroundView } from './playground-view.ts'
import { createScenarioSwitches } from './scenario-switches.ts'
import { lastingScenario, oneTimeScenario } from './scenarios.ts'

type OfMerchant = RefundsParts & {
  readonly db: Queries
  readonly config: Pick<Settings, 'service' | 'realMoney' | 'ownOrigins'>
}

export interface PlaygroundOptions {
  readonly listLanguages: () => Promise<readonly string[]>
  /** The built package; replaced by tests. */
  readonly readBuilt?: typeof readPackage
  /** Sends requests to the sandbox; replaced by tests. */
  readonly fetch?: typeof fetch
}

/** Mounts the playground at `/playground`. With real payments it creates no orders and offers no scenarios. */
export function mountPlayground(app: Hono, merchant: OfMerchant, options: PlaygroundOptions): void {
  const { listLanguages, readBuilt = readPackage } = options
  const sandboxPage =
    merchant.config.realMoney !== null ? null : sandboxPageOf(merchant.config.service.baseUrl)

  app.get('/playground', async (c) => {
    const [built, languages] = await Promise.all([readBuilt(), listLanguages()])
    const query = new URL(c.req.url).searchParams
    const view = built && parsePlaygroundView(query, built, languages)
    setHeaders(c, 'no-store')
    const page = { view, languages, script: built?.script ?? null, sandboxPage }
    return c.html(playgroundPage(page), view ? 200 : 503)
  })

  serveAssets(app, '/playground/assets', new URL('assets/', import.meta.url))
  if (sandboxPage === null) return
  takeOrders(app, merchant)
  takeLevers(app, merchant, createScenarioSwitches(new URL(sandboxPage).origin, options.fetch))
}

/** A page of another site must neither create orders nor add faults to the sandbox. */
function ownPagesOnly({ config }: OfMerchant): (c: Context) => void {
  const own = trustedOrigins({ ...config, allowedOrigins: [] })
  return (c) => checkOrigin(c.req.raw.headers, own)
}

function takeOrders(app: Hono, merchant: OfMerchant): void {
  const check = ownPagesOnly(merchant)
  const refunds = createRefunds(merchant)

  app.post('/playground/orders', async (c) => {
    check(c)
    const { price } = parseFields(z.object({ price: z.string() }), await readJson(c.req.raw))
    return c.json({ order: await insertFreshOrder(merchant.db, parsePrice(price)) }, 201)
  })

  app.post('/playground/payouts', async (c) => {
    check(c)
    const { id, claim_code } = await refunds.open(refunds.another())
    return c.json({ session: id, code: claim_code }, 201)
  })
}

const strike = z.object({ kind: z.string(), reference: z.string().min(1) })

function takeLevers(
  app: Hono,
  merchant: OfMerchant,
  switches: ReturnType<typeof createScenarioSwitches>,
): void {
  const check = ownPagesOnly(merchant)
  const show = async (c: Context) => c.json(await switches.show(), 200, { 'cache-control': 'no-store' })

  app.get('/playground/scenarios', show)
  app.delete('/playground/scenarios', async (c) => {
    check(c)
    await switches.takeAllBack()
    return show(c)
  })
  app.put('/playground/scenarios/:name', async (c) => {
    check(c)
    await switches.switchOn(known(lastingScenario(c.req.param('name'))))
    return show(c)
  })
  app.delete('/playground/scenarios/:name', async (c) => {
    check(c)
    await switches.takeBack(known(lastingScenario(c.req.param('name'))))
    return show(c)
  })
  app.post('/playground/scenarios/:name/strike', async (c) => {
    check(c)
    const scenario = known(oneTimeScenario(c.req.param('name')))
    const { kind, reference } = parseFields(strike, await readJson(c.req.raw))
    await switches.strike(scenario, kind, reference)
    return c.body(null, 204)
  })
}

function known<T>(scenario: T | undefined): T {
  if (scenario === undefined) throw new HttpProblem(404, 'There is no such scenario.')
  return scenario
}
