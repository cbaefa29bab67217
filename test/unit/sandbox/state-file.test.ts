import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openSandbox, payinBody } from './sandbox-under-test.ts'

function namedFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'state.json')
}

it('brings everything back after a restart: payins, keys, hosted addresses', async () => {
  const stateFile = namedFile()
  const first = openSandbox({ stateFile })
  const payin = (await (await first.post(payinBody(), 'same')).json()) as { id: string; redirect_url: string }
  first.dispose()
  const second = openSandbox({ stateFile })
  expect(await second.read(payin.id)).toEqual(payin)
  expect(await (await second.post(payinBody(), 'same')).json()).toMatchObject({ id: payin.id })
  expect((await second.app.request(payin.redirect_url)).status).toBe(200)
})

it('keeps the idempotency key of a payin whose answer was still in flight', async () => {
  const stateFile = namedFile()
  const first = openSandbox({ stateFile })
  first.faults.add({ fault: 'latency', ms: 60_000, chance: 1, count: 1 })
  void first.post(payinBody(), 'same')
  await first.clock.advance(1_000)
  first.dispose()
  const second = openSandbox({ stateFile })
  const made = second.payins.list()
  expect(made).toHaveLength(1)
  expect(await (await second.post(payinBody(), 'same')).json()).toMatchObject({ id: made[0]?.id })
  expect(second.payins.list()).toHaveLength(1)
})

it('continues with the planned changes', async () => {
  const stateFile = namedFile()
  const first = openSandbox({ stateFile })
  const { id } = await first.create()
  first.payins.authorize(id)
  first.dispose()
  const second = openSandbox({ stateFile })
  await second.clock.advance(2_000)
  expect((await second.read(id)).status).toBe('COMPLETED')
})

it('is written shortly after a change, without waiting for the end', async () => {
  const stateFile = namedFile()
  const { create, clock } = openSandbox({ stateFile })
  const { id } = await create()
  await clock.advance(1_000)
  expect(readFileSync(stateFile, 'utf8')).toContain(id)
})

it('is readable by its owner only', async () => {
  const stateFile = namedFile()
  const { create, dispose } = openSandbox({ stateFile })
  await create()
  dispose()
  expect(statSync(stateFile).mode & 0o777).toBe(0o600)
})

it.each(['not JSON', '{"format":9}'])(
  'refuses to start on a file that holds %s, and leaves it alone',
  (content) => {
    const stateFile = namedFile()
    writeFileSync(stateFile, content)
    expect(() => openSandbox({ stateFile })).toThrow(/SANDBOX_STATE_FILE/)
    expect(readFileSync(stateFile, 'utf8')).toBe(content)
  },
)

it('writes nothing when no file is named', async () => {
  const { create, clock } = openSandbox()
  await create()
  expect(clock.pending()).toBe(1)
})
