// The examples use the sandbox's public secrets only if nobody has set anything, and never in production.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startChild } from '../support/child.ts'
import { freePort } from '../support/free-port.ts'
import { isSkipped } from './support/programs.ts'

const folderOf = (language: string) => fileURLToPath(new URL(`../../examples/${language}/`, import.meta.url))
const incomplete = [
  [{ PAYMENTS_BASE_URL: 'https://service.example' }, 'with an address of the service alone'],
  [{ PUBLIC_URL: 'https://shop.example' }, 'with an address of the shop alone'],
  [{ APP_ENV: 'production' }, 'in production'],
] as const

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'payin-settings-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts the PHP server. @returns what it answers to a request, and all that it prints until its end */
async function askPhp(env: Readonly<Record<string, string>>, path: string) {
  const port = await freePort()
  const child = startChild('php', ['-S', `127.0.0.1:${port}`, 'server.php'], {
    cwd: folderOf('php'),
    env: { PATH: process.env.PATH, DATA_DIR: newFolder(), ...env },
  })
  onTestFinished(() => void child.end())
  await child.printed('started')
  const { status } = await fetch(`http://127.0.0.1:${port}${path}`)
  return { status, printed: (await child.end('SIGTERM')).err }
}

describe.skipIf(isSkipped('php'))('the example in PHP', () => {
  test.each(incomplete)('answers no request with only %o: %s', async (env) => {
    const { status, printed } = await askPhp(env, '/')
    expect(status).toBe(500)
    expect(printed).toMatch(/(PAYMENTS_BASE_URL|PAYMENTS_API_KEY) must be set/)
  })

  test('shows its page without a setting', async () => {
    expect((await askPhp({}, '/')).status).toBe(200)
  })

  test('shows no page for what is no order', async () => {
    expect((await askPhp({}, '/?order=%22%3E%3Cscript%3E')).status).toBe(404)
    expect((await askPhp({}, '/?order[]=A-1001')).status).toBe(200)
  })
})

describe.skipIf(isSkipped('go'))('the example in Go', () => {
  test.each(incomplete)('does not start with only %o: %s', (env) => {
    const folder = newFolder()
    const program = join(folder, 'checkout')
    spawnSync('go', ['build', '-o', program, '.'], { cwd: folderOf('go') })
    const { status, stderr } = spawnSync(program, {
      env: { DATA_DIR: folder, PORT: '0', ...env },
      encoding: 'utf8',
      timeout: 60_000,
    })
    expect(stderr).toMatch(/(PAYMENTS_\w+|PUBLIC_URL) must be set/)
    expect(status).toBe(1)
  })

  test('is formatted, and go vet finds nothing', () => {
    const run = (program: string, ...args: readonly string[]) =>
      spawnSync(program, args, { cwd: folderOf('go'), encoding: 'utf8' })
    expect(run('gofmt', '-l', '.').stdout).toBe('')
    expect(run('go', 'vet', './...').stderr).toBe('')
  })
})
