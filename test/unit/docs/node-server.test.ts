// Runs the thirty-line server of docs/merchant.md on a Postgres: it starts, answers, and ends on SIGTERM.
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { startChild } from '../../support/child.ts'
import { blocksOf } from '../../support/documents.ts'
import { freePort } from '../../support/free-port.ts'
import { createOwnDatabase, type OwnDatabase } from '../../support/own-database.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const folder = `${root}.cache/node-server/`
const databaseUrl = process.env.TEST_DATABASE_URL ?? ''
const [block] = blocksOf('docs/merchant.md').filter(({ language }) => language === 'ts')

describe.skipIf(databaseUrl === '')('the server in thirty lines (needs TEST_DATABASE_URL)', () => {
  let sandbox: RunningSandbox
  let database: OwnDatabase

  beforeAll(async () => {
    sandbox = await startSandbox({ port: 0 })
    database = await createOwnDatabase(databaseUrl)
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}server.ts`, block?.code ?? '')
  })
  afterAll(async () => {
    await sandbox.close()
    await database.drop()
  })

  test('SIGTERM ends it with exit code 0', async () => {
    const port = await freePort()
    const child = startChild(process.execPath, ['--import', 'tsx', `${folder}server.ts`], {
      cwd: root,
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        DATABASE_URL: database.urlFor('server'),
        PAYMENTS_BASE_URL: sandbox.origin,
        PAYMENTS_API_KEY: 'test_sandbox',
        PAYMENTS_WEBHOOK_SECRET: 'sandbox_webhook_secret',
      },
    })
    try {
      const status = () => fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status)
      await expect.poll(() => status().catch(() => 0), { timeout: 45_000 }).toBe(200)
      expect(await child.end('SIGTERM')).toMatchObject({ code: 0 })
    } finally {
      await child.end()
    }
  })
})
