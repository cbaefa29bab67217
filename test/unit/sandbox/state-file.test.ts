import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { openSandbox, payinBody } from './sandbox-under-test.ts'

function namedFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'state.json')
}

it('the state file restores payins, keys and hosted addresses after a restart', async () => {
  const stateFile = namedFile()
  const first = openSandbox({ stateFile })
  const payin = (await (await first.post(payinBody(), 'same')).json()) as { id: string; redirect_url: string }
  first.dispose()
  const second = openSandbox({ stateFile })
  expect(await second.read(payin.id)).toEqual(payin)
  expect(await (await second.post(payinBody(), 'same')).json()).toMatchObject({ id: payin.id })
  expect((await second.app.request(payin.redirect_url)).status).toBe(200)
})

it('the state file keeps the idempotency key of a payin whose answer was still in flight', async () => {
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

it('planned changes continue after a restart', async () => {
  const stateFile = namedFile()
  const first = openSandbox({ stateFile })
  const { id } = await first.create()
  first.payins.authorize(id)
  first.dispose()
  const second = openSandbox({ stateFile })
  await second.clock.advance(2_000)
  expect((await second.read(id)).status).toBe('COMPLETED')
})

it('the state file is written shortly after a change, without waiting for the end', async () => {
  const stateFile = namedFile()
  const { create, clock } = openSandbox({ stateFile })
  const { id } = await create()
  await clock.advance(1_000)
  expect(readFileSync(stateFile, 'utf8')).toContain(id)
})

it('the state file is not written by a sandbox that changed nothing, such as one whose port is taken', async () => {
  const stateFile = namedFile()
  const first = openSandbox({ stateFile })
  await first.create()
  first.dispose()
  const second = openSandbox({ stateFile })
  const newer = readFileSync(stateFile, 'utf8').replace('CREATED', 'INITIATED')
  writeFileSync(stateFile, newer)
  second.dispose()
  expect(readFileSync(stateFile, 'utf8')).toBe(newer)
})

it('a second sandbox on the same state file does not delete payments of the first one', async () => {
  const stateFile = namedFile()
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => errors.mockRestore())
  const [first, second] = [openSandbox({ stateFile }), openSandbox({ stateFile })]
  const { id } = await first.create()
  await first.clock.advance(1_000)
  await second.create()
  await second.clock.advance(1_000)
  await second.create()
  second.dispose()
  expect(readFileSync(stateFile, 'utf8')).toContain(id)
  expect(errors.mock.calls).toEqual([[expect.stringMatching(/another program has changed it/)]])
  const { id: next } = await first.create()
  first.dispose()
  expect(readFileSync(stateFile, 'utf8')).toContain(next)
})

it('the state file is written again after it was removed', async () => {
  const stateFile = namedFile()
  const { create, clock } = openSandbox({ stateFile })
  rmSync(stateFile)
  const { id } = await create()
  await clock.advance(1_000)
  expect(readFileSync(stateFile, 'utf8')).toContain(id)
})

it('the state file is readable by its owner only', async () => {
  const stateFile = namedFile()
  const { create, dispose } = openSandbox({ stateFile })
  await create()
  dispose()
  expect(statSync(stateFile).mode & 0o777).toBe(0o600)
})

it.each(['not JSON', '{"format":9}', '{"format":1}', '{"format":1,"aheadMs":0,"service":{"payins":7}}'])(
  'the sandbox does not start on a file that contains %s, and does not change it',
  (content) => {
    const stateFile = namedFile()
    writeFileSync(stateFile, content)
    expect(() => openSandbox({ stateFile })).toThrow(/is not a state file of this sandbox/)
    expect(readFileSync(stateFile, 'utf8')).toBe(content)
  },
)

it('the folder of the state file is created', async () => {
  const stateFile = join(dirname(namedFile()), 'a', 'b', 'state.json')
  const { create, clock } = openSandbox({ stateFile })
  const { id } = await create()
  await clock.advance(1_000)
  expect(readFileSync(stateFile, 'utf8')).toContain(id)
})

it('the sandbox does not start if it cannot write the state file, instead of failing at the first payment', () => {
  const file = namedFile()
  writeFileSync(file, '')
  const inAFile = join(file, 'state.json')
  expect(() => openSandbox({ stateFile: inAFile })).toThrow(`The state file ${inAFile} cannot be written`)
})

it.skipIf(!existsSync('/proc'))('the sandbox does not start with a state file below /proc', () => {
  expect(() => openSandbox({ stateFile: '/proc/none/state.json' })).toThrow(/cannot be written: ENOENT/)
})

it.each([tmpdir(), '/dev/null'])('the sandbox does not start if the state file is %s', (stateFile) => {
  expect(() => openSandbox({ stateFile })).toThrow(`${stateFile} cannot be read: it is not a regular file.`)
})

it('the sandbox continues when the folder of the state file is gone, reports it once, and writes again later', async () => {
  const reports = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const stateFile = namedFile()
  const { create, read, clock } = openSandbox({ stateFile })
  rmSync(dirname(stateFile), { recursive: true })
  writeFileSync(dirname(stateFile), 'a file where the folder was')
  const { id } = await create()
  await clock.advance(1_000)
  await create()
  await clock.advance(1_000)
  expect((await read(id)).status).toBe('CREATED')
  expect(reports.mock.calls.map(([text]) => text)).toEqual([
    expect.stringContaining(`The state file ${stateFile} cannot be written`),
  ])
  rmSync(dirname(stateFile))
  await create()
  await clock.advance(1_000)
  expect(existsSync(stateFile)).toBe(true)
})

it('the sandbox writes no file when none is named', async () => {
  const { create, clock } = openSandbox()
  await create()
  expect(clock.pending()).toBe(1)
})
