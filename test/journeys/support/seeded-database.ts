// Creating a PGlite takes seconds, and copying one is fast: each journey gets a copy of one that was seeded once.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openPglite } from '../../../src/merchant/store/pglite.ts'
import { freePort } from '../../support/free-port.ts'
import { startProgram } from './process.ts'

const seeded = fileURLToPath(new URL('../../../.cache/seeded-database', import.meta.url))

/** Playwright's global setup: starts a merchant server once, which migrates and seeds, and stops it. */
export default async function seedDatabase(): Promise<void> {
  await rm(seeded, { recursive: true, force: true })
  const port = await freePort()
  const env = { PORT: String(port), DATA_DIR: seeded }
  const server = await startProgram('demo/server.ts', env, `http://localhost:${port}/healthz`)
  await server.kill('SIGTERM')
  // As if no server had run on it: a start on a database with a heartbeat may follow a loss, and costs a call for each order.
  const db = await openPglite(seeded)
  await db.query('update payin_checkout.installation set beat_at = null')
  await db.close()
}

/** A new folder with a seeded database, for `DATA_DIR`. The caller removes it. */
export async function copySeededDatabase(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'payin-journey-'))
  await cp(seeded, copy, { recursive: true })
  return copy
}
