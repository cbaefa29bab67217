// Runs of verify that end early: their messages, and that they leave nothing behind.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ended } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { isRunning, isTaken } from '../support/left-behind.ts'
import { isSkipped } from './support/programs.ts'
import { createStand, type Stand, startVerify } from './support/verify-command.ts'

let folder: string
const stands: Stand[] = []
let mute: Server
let muteOrigin: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'payin-ends-'))
  mute = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  muteOrigin = `http://127.0.0.1:${(mute.address() as AddressInfo).port}`
})
afterAll(async () => {
  mute.closeAllConnections()
  mute.close()
  for (const stand of stands) stand.clean()
  rmSync(folder, { recursive: true, force: true })
})

/** A Go server that writes its process id to a file. */
async function goStand(): Promise<Stand & { pid(): number }> {
  const stand = await createStand('go', 10)
  stands.push(stand)
  const args = stand.args.map((arg) =>
    arg.replace('&& exec ./checkout', () => '&& echo $$ > pid && exec ./checkout'),
  )
  return { ...stand, args, pid: () => Number(readFileSync(join(stand.folder, 'pid'), 'utf8')) }
}

describe.concurrent('verify', () => {
  describe.skipIf(isSkipped('go') || isSkipped('python3'))('with a server that it has started', () => {
    test('ends at Ctrl-C with 130 and a message, and leaves no process and no port behind', async () => {
      const stand = await goStand()
      const running = startVerify(stand.args, stand.folder, stand.env)
      await running.printed('same-key-at-once')
      const pid = stand.pid()
      const ranBefore = isRunning(pid)
      const { code, err } = await running.end('SIGINT')

      expect(err).toMatch(/^Stopped early: \d+ of 39 promises were checked\.$/m)
      expect([code, ranBefore, isRunning(pid)]).toEqual([130, true, false])
      expect([await isTaken(stand.port), await isTaken(stand.sandboxPort)]).toEqual([false, false])
    })

    test('writes JUnit that an XML parser reads, and JSON', async () => {
      const stand = await goStand()
      const junit = join(stand.folder, 'results.xml')
      const more = ['--only', 'press', '--only', 'instruments', '--json', '--junit', junit]
      const { code, out } = await startVerify([...stand.args, ...more], stand.folder, stand.env).ended

      expect(code).toBe(0)
      expect(JSON.parse(out).promises).toHaveLength(2)
      expect(casesIn(junit)).toEqual([
        ['Pressing pay.press', []],
        ['Optional parts.instruments', ['skipped']],
      ])
    })
  })

  test.skipIf(isSkipped('python3'))('with --watch runs again after a change, until Ctrl-C', async () => {
    const stand = await createStand('python', 5)
    const more = ['--only', 'press', '--watch', 'proxy.py']
    const running = startVerify([...stand.args, ...more], stand.folder, stand.env)
    try {
      await running.printed('1 held, 0 broken')
      const server = join(stand.folder, 'proxy.py')
      const written = readFileSync(server, 'utf8')
      writeFileSync(server, written.replace('payin["redirect_url"] if link else None', 'None'))
      await running.printed('press: held → broken')
      writeFileSync(server, written)
      await running.printed('press: broken → held')
    } finally {
      await running.end('SIGINT')
    }
    const { code } = await running.ended

    expect([code, await isTaken(stand.port), await isTaken(stand.sandboxPort)]).toEqual([130, false, false])
    stand.clean()
  })

  test.skipIf(isSkipped('python3'))('leaves no server behind when nobody reads its output', async () => {
    const stand = await createStand('python', 5)
    stands.push(stand)
    const only = ['press', 'same-key', 'lost-answer'].flatMap((promise) => ['--only', promise])
    const running = startVerify([...stand.args, ...only], stand.folder, stand.env)
    await running.printed('Checking')
    running.process.stdout?.destroy()
    const { code, err } = await running.ended

    expect(err).toMatch(/^Stopped early: \d of 3 promises were checked\.$/m)
    expect([code, await isTaken(stand.port), await isTaken(stand.sandboxPort)]).toEqual([130, false, false])
  })

  test('leaves nothing behind when Ctrl-C comes twice, while its server does not end', async () => {
    const [port, sandboxPort] = [await freePort(), await freePort()]
    const pidFile = join(folder, 'pid')
    const silent = new URL('support/silent-server.js', import.meta.url).pathname
    const running = startVerify(
      [
        ...[`http://127.0.0.1:${port}/checkout`, '--order', 'A-{n}'],
        ...['--start', `exec node "${silent}"`, '--sandbox', `http://127.0.0.1:${sandboxPort}`],
      ],
      folder,
      { PID_FILE: pidFile },
    )
    await expect.poll(() => isTaken(port)).toBe(true)
    const pid = Number(readFileSync(pidFile, 'utf8'))
    running.process.kill('SIGINT')
    await sleep(200)
    const { code, err } = await running.end('SIGINT')

    expect(err).toContain('0 of 39 promises were checked')
    expect([code, isRunning(pid)]).toEqual([130, false])
    expect([await isTaken(port), await isTaken(sandboxPort)]).toEqual([false, false])
  })

  test('reports within half a minute that a server never answers', async () => {
    const { code, err } = await runAgainst(muteOrigin, await freePort())
    expect(err).toContain('within 30 seconds')
    expect(err).toContain('Start your server, or let verify start it')
    expect(code).toBe(2)
  })

  test('reports that no server listens at an address', async () => {
    const { code, err } = await runAgainst(`http://127.0.0.1:${await freePort()}`, await freePort())
    expect(err).toContain('refuses the connection')
    expect(err).toContain('Start your server, or let verify start it')
    expect(code).toBe(2)
  })

  test('prints the output of a failed --start, and closes its sandbox', async () => {
    const port = await freePort()
    const origin = `http://127.0.0.1:${await freePort()}`
    const { code, err } = await runAgainst(origin, port, '--start', 'no-such-program-4711')
    expect(err).toContain('The --start command ended before the server answered.\nIt printed:')
    expect(err).toContain('no-such-program-4711')
    expect([code, await isTaken(port)]).toEqual([2, false])
  })

  test('reports that another program uses the port of the sandbox', async () => {
    const port = Number(new URL(muteOrigin).port)
    const { code, err } = await runAgainst(muteOrigin, port)
    expect(err).toContain(`--sandbox http://127.0.0.1:${port} is used by a program that is not a sandbox`)
    expect(code).toBe(2)
  })

  test('reports before the run that the results cannot be written', async () => {
    const { code, err } = await runAgainst(muteOrigin, await freePort(), '--junit', '/no/such/folder/x.xml')
    expect(err).toContain('--junit: ENOENT')
    expect(code).toBe(2)
  })
})

/** Runs verify against an address, with its own sandbox, to its end. */
async function runAgainst(origin: string, sandboxPort: number, ...more: readonly string[]): Promise<Ended> {
  const sandbox = `http://127.0.0.1:${sandboxPort}`
  return startVerify([`${origin}/checkout`, '--order', 'A-{n}', '--sandbox', sandbox, ...more]).ended
}

/** The cases of a JUnit file, parsed by Python's XML parser. */
function casesIn(file: string): readonly unknown[] {
  const program = [
    'import json, sys, xml.etree.ElementTree as tree',
    'cases = tree.parse(sys.argv[1]).getroot().iter("testcase")',
    'print(json.dumps([[case.get("classname"), [child.tag for child in case]] for case in cases]))',
  ].join('\n')
  return JSON.parse(execFileSync('python3', ['-c', program, file], { encoding: 'utf8' }))
}
