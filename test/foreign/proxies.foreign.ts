// The reverse proxies of docs/operating.md, with two instances of the example shop on one Postgres.

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'vitest'
import { chapters } from '../../src/cli/verify/promises/index.ts'
import { startSandbox } from '../../src/testing/index.ts'
import { freePort } from '../support/free-port.ts'
import { startOwnPostgres, whyNoPostgres } from '../support/own-postgres.ts'
import { isSkipped } from './support/programs.ts'
import { startProxiedShops } from './support/proxied-shops.ts'
import { runVerify, verdictsIn } from './support/verify-command.ts'

const proxies = ['nginx', 'caddy'] as const
/** Those in which nothing is killed and no webhook is missing: these two say nothing about a proxy, and take minutes. */
const slow = ['restart', 'killed-in-press', 'killed-before-news', 'webhook-lost', 'webhook-while-down']
const promised = chapters
  .flatMap(({ promises }) => promises.map(({ id }) => id))
  .filter((id) => !slow.includes(id))
const isLeftOut = (name: (typeof proxies)[number]) =>
  isSkipped(name) || (!process.env.FOREIGN_REQUIRED && whyNoPostgres !== null)

/** @param onTestFinished of the test: in tests that run side by side the global one is another test's */
async function ownPostgres(onTestFinished: TestContext['onTestFinished']) {
  const postgres = await startOwnPostgres()
  onTestFinished(() => postgres.dispose())
  return postgres
}

describe.concurrent.each(proxies)('behind %s', (name) => {
  test.skipIf(isLeftOut(name))('two instances hold every promise', async ({ expect, onTestFinished }) => {
    const { url } = await ownPostgres(onTestFinished)
    const ended = await runVerify(name, 40, {
      env: { DATABASE_URL: url },
      more: promised.flatMap((id) => ['--only', id]),
    })
    expect(verdictsIn(ended), ended.err).toEqual({ held: promised })
    expect(ended.code).toBe(0)
  })

  test.skipIf(isLeftOut(name))(
    'a shopper waits while Postgres restarts and an instance dies, and is paid',
    async ({ expect, onTestFinished }) => {
      const postgres = await ownPostgres(onTestFinished)
      const sandbox = await startSandbox()
      const folder = mkdtempSync(join(tmpdir(), `payin-behind-${name}-`))
      const port = await freePort()
      const shop = `http://127.0.0.1:${port}`
      const shops = await startProxiedShops(name, {
        port,
        folder,
        env: {
          ...process.env,
          PUBLIC_URL: shop,
          DATABASE_URL: postgres.url,
          PAYMENTS_BASE_URL: sandbox.baseUrl,
          PAYMENTS_API_KEY: sandbox.apiKey,
          PAYMENTS_WEBHOOK_SECRET: sandbox.webhookSecret,
        },
      })
      onTestFinished(async () => {
        await shops.end()
        await sandbox.close()
        rmSync(folder, { recursive: true, force: true })
      })

      /** As the widget: the same key until there is an answer. */
      const press = async (order: string): Promise<{ id: string; etag: string }> => {
        const key = randomUUID()
        for (let tries = 0; tries < 60; tries++) {
          const answer = await fetch(`${shop}/checkout/sessions`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': key },
            body: JSON.stringify({ order }),
          }).catch(() => null)
          if (answer?.status === 201) return (await answer.json()) as { id: string; etag: string }
          await answer?.body?.cancel()
          await new Promise((resolve) => setTimeout(resolve, 500))
        }
        throw new Error('No press was answered in half a minute.')
      }
      const outcomeOf = async (id: string, headers: Record<string, string> = {}) => {
        const answer = await fetch(`${shop}/checkout/sessions/${id}`, { headers }).catch(() => null)
        if (answer?.status !== 200) {
          await answer?.body?.cancel()
          return null
        }
        const { outcome } = (await answer.json()) as { outcome: string }
        return { outcome, etag: answer.headers.get('etag') ?? '' }
      }

      const first = await press('A-1001')
      const seen = await outcomeOf(first.id)
      const held = outcomeOf(first.id, { 'if-none-match': seen?.etag ?? '', prefer: 'wait=20' })
      await postgres.shutDown('fast')
      await sandbox.pay('A-1001', { with: 'card' }).catch(() => undefined)
      await postgres.start()
      await sandbox.advance('1 min')
      await held
      await expect.poll(async () => (await outcomeOf(first.id))?.outcome).toBe('complete')

      shops.instances[0]?.kill('SIGKILL')
      const second = await press('A-1002')
      await sandbox.pay('A-1002', { with: 'card' })
      await sandbox.advance('1 min')
      await expect.poll(async () => (await outcomeOf(second.id))?.outcome).toBe('complete')
      expect(await sandbox.payments('A-1001')).toHaveLength(1)
      expect(await sandbox.payments('A-1002')).toHaveLength(1)
    },
  )
})
