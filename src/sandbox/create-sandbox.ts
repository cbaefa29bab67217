// The sandbox without a port. Each request goes to the world of its API key; without a key it goes to the default
// world. Hosted pages have no key: their address decides.
import { type Context, Hono } from 'hono'
import { answerFailure } from './answer-failure.ts'
import { checkCallers } from './callers.ts'
import { createTimers, realClock } from './clock.ts'
import type { World } from './create-world.ts'
import { hostedPlaces } from './hosted/hosted-pages.ts'
import { openApiFor } from './openapi/description.ts'
import { Problem } from './problem.ts'
import type { SandboxEnv } from './sandbox-env.ts'
import { createStateFile } from './state-file.ts'
import { createWorlds, type WorldsOptions } from './worlds.ts'

export type SandboxOptions = WorldsOptions & {
  /** The file that keeps the state over restarts. Default: memory only. */
  stateFile?: string
  /**
   * Further names by which the sandbox may be called, such as `host.docker.internal`; an address may have any port.
   * Default: none, so only `localhost`, names that end in `.localhost`, and addresses of loopback.
   */
  allowHosts?: readonly string[]
}

export type Sandbox = ReturnType<typeof createSandbox>

/** @throws {Error} when the state file cannot be read, for a key that can have no world, and for a wrong host name */
export function createSandbox({ stateFile: path, allowHosts = [], ...options }: SandboxOptions = {}) {
  const callers = checkCallers(allowHosts)
  const worlds = createWorlds(options)
  const wallTimers = createTimers(options.clock ?? realClock)
  const stateFile = createStateFile({ path, wallTimers, worlds })
  const app = new Hono<SandboxEnv>()
  app.use(callers)
  app.use(async (_, next) => {
    await next()
    stateFile.saveSoon()
  })
  app.get('/openapi.json', (c) => c.json(openApiFor(new URL(c.req.url).origin)))
  for (const place of hostedPlaces) {
    app.all(`${place}/*`, (c) => answerIn(worlds.withHostedPage(c.req.param('token')) ?? worlds.first, c))
  }
  app.delete('/sandbox/world', (c) => {
    const key = c.req.header('X-API-Key')
    if (key === undefined)
      throw new Problem(401, 'The X-API-Key header is missing: it says which world to end.')
    if (findWorld(c) === worlds.first) {
      throw new Problem(409, 'The default key’s world stays. POST /sandbox/reset forgets what is in it.')
    }
    worlds.end(key)
    return c.body(null, 204)
  })
  app.all('*', (c) => answerIn(findWorld(c), c))
  app.onError(answerFailure)

  function findWorld(c: Context<SandboxEnv>): World {
    const key = c.req.header('X-API-Key')
    if (key === undefined) return worlds.first
    const world = worlds.of(key)
    // The interfaces refuse a wrong key themselves, and log the call. A command of the control panel must be refused
    // here, or it would change the default world.
    if (!world && /^\/sandbox(\/|$)/.test(c.req.path)) {
      const remedy = 'Start the sandbox with this key, or with --keys any.'
      throw new Problem(401, `No world of this sandbox has this API key. ${remedy}`)
    }
    return world ?? worlds.first
  }

  function dispose() {
    stateFile.saveNow()
    wallTimers.dispose()
    worlds.dispose()
  }

  const { clock, service, faults, deliveries, requests } = worlds.first
  return { app, clock, service, faults, deliveries, requests, isSaved: stateFile.isSaved, dispose }
}

const answerIn = (world: World, c: Context<SandboxEnv>) => world.app.fetch(c.req.raw, c.env)
