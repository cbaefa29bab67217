// A world as in production: two instances of the merchant server on one Postgres, behind one address.

import { freePort } from '../../support/free-port.ts'
import { type OwnPostgres, startOwnPostgres, whyNoPostgres } from '../../support/own-postgres.ts'
import { type RoundRobin, startRoundRobin } from './round-robin.ts'
import { test as base, World } from './world.ts'

interface Fixtures {
  postgres: OwnPostgres
  ports: readonly [number, number]
  balancer: { readonly port: number } & RoundRobin
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  postgres: async ({}, use) => {
    base.skip(whyNoPostgres !== null, whyNoPostgres ?? '')
    const postgres = await startOwnPostgres()
    await use(postgres)
    await postgres.dispose()
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  ports: async ({}, use) => use([await freePort(), await freePort()]),
  balancer: async ({ ports }, use) => {
    const port = await freePort()
    const balancer = await startRoundRobin(port, ports)
    await use(Object.assign(balancer, { port }))
    await balancer.close()
  },
  world: async ({ postgres, ports: [one, other], balancer }, use) => {
    const world = await World.open('memory://', {
      PUBLIC_URL: `http://localhost:${balancer.port}`,
      DATABASE_URL: postgres.url,
      PORT: String(one),
    })
    await world.startServer({ PORT: String(other) })
    await use(world)
    await world.close()
  },
})
