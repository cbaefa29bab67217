// Runs the Python server of docs/protocol.md against the sandbox.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { type Child, startChild } from '../../support/child.ts'
import { allBlocks } from '../../support/documents.ts'
import { freePort } from '../../support/free-port.ts'

const [proxy] = allBlocks('python')
const hasPython = spawnSync('python3', ['--version']).status === 0
const why = hasPython ? '' : ' (skipped: this machine has no python3)'

let sandbox: RunningSandbox
let folder: string
let origin: string
let child: Child | undefined

beforeEach(async () => {
  sandbox = await startSandbox({ port: 0, rateLimit: 0 })
  folder = mkdtempSync(join(tmpdir(), 'payin-python-'))
  writeFileSync(join(folder, 'proxy.py'), proxy?.code ?? '')
})
afterEach(async () => {
  await child?.end('SIGTERM')
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function start(apiKey = 'test_sandbox'): Promise<void> {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const env = {
    PAYMENTS_BASE_URL: sandbox.origin,
    PAYMENTS_API_KEY: apiKey,
    PUBLIC_URL: 'http://localhost:4000',
  }
  child = startChild('python3', ['proxy.py'], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: String(port), ...env },
  })
  await expect
    .poll(() =>
      fetch(`${origin}/checkout/sessions/none`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(404)
}

async function press(key: string, order = 'A-1001') {
  const response = await fetch(`${origin}/checkout/sessions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body: JSON.stringify({ order, kind: 'payin', amount: { value: '0.01', currency: 'EUR' } }),
  })
  return { status: response.status, session: (await response.json()) as Record<string, string> }
}

const payins = () => sandbox.service.payins.list()
const pull = (path: string, body: object) =>
  fetch(`${sandbox.origin}/sandbox/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })

describe.skipIf(!hasPython)(`the server in Python${why}`, () => {
  test('answers three fields, and sets the price itself', async () => {
    await start()
    const { status, session } = await press('key-1')

    expect(status).toBe(201)
    expect(Object.keys(session).sort()).toEqual(['id', 'redirect_url', 'status'])
    expect(session.id).toMatch(/^cs_[0-9a-f]{64}$/)
    expect(payins()[0]).toMatchObject({ amount: { value: '49.90', currency: 'EUR' }, reference: 'A-1001' })
    expect(payins()[0]?.return_url).toBe(`http://localhost:4000/return.html?session=${session.id}`)
  })

  test('gives the same session for the same key, also in parallel and after a restart, and creates one payin', async () => {
    await start()
    const [one, other] = await Promise.all([press('key-1'), press('key-1')])
    const again = await press('key-1')
    await child?.end('SIGTERM')
    await start()
    const later = await press('key-1')

    // One of two parallel requests may get 503, because its key is in progress.
    const ids = [one, other, again, later]
      .filter(({ status }) => status === 201)
      .map(({ session }) => session.id)
    expect(ids.length).toBeGreaterThanOrEqual(3)
    expect(new Set(ids).size).toBe(1)
    expect(payins()).toHaveLength(1)
  })

  test('another key creates another payin and another session', async () => {
    await start()
    const [one, other] = [await press('key-1'), await press('key-2')]

    expect(one.session.id).not.toBe(other.session.id)
    expect(payins()).toHaveLength(2)
  })

  test('answers 503 when the answer is lost, and has one payin after the retry', async () => {
    await start()
    await pull('faults', { fault: 'cut', work: 'done', operations: ['createPayin'], count: 1 })
    const [lost, found] = [await press('key-1'), await press('key-1')]

    expect([lost.status, found.status]).toEqual([503, 201])
    expect(payins()).toHaveLength(1)
  })

  test.each([429, 500])(
    'never answers 409, which means "already paid", when the service answers %d',
    async (status) => {
      await start()
      const fault = status === 429 ? { fault: 'rate_limit' } : { fault: 'error', status, work: 'undone' }
      await pull('faults', { ...fault, operations: ['createPayin'], count: 1 })

      expect((await press('key-1')).status).toBe(503)
      expect((await press('key-1')).status).toBe(201)
    },
  )

  test('answers no 503 when a retry cannot help: a wrong key, an unknown order', async () => {
    await start('test_wrong')
    expect((await press('key-1')).status).toBe(500)
    expect((await press('key-1', 'B-1')).status).toBe(422)
  })

  test('returns the service’s current status', async () => {
    await start()
    const { session } = await press('key-1')
    await pull(`payins/${payins()[0]?.id}/status`, { status: 'COMPLETED' })

    const read = await fetch(`${origin}/checkout/sessions/${session.id}`)
    expect(await read.json()).toMatchObject({ id: session.id, status: 'COMPLETED' })
  })
})
