// The commands in a folder that has only the packed package.
import { startChild } from '../support/child.ts'
import { expect, type FreshProject, test } from './fresh-project.ts'

/** The program that npx runs. It is called directly, because npx may add warnings of npm. */
const program = 'node_modules/.bin/payin-checkout'
const commands = ['init', 'sandbox', 'trigger', 'listen', 'verify', 'doctor', 'reconcile']

// Without a connection that the sandbox closes while this process waits for a command.
const statusOf = async (url: string) => (await fetch(url, { headers: { connection: 'close' } })).status

/** A command that runs until it is interrupted. */
const begin = ({ folder: cwd, env }: FreshProject, ...args: readonly string[]) =>
  startChild(program, args, { cwd, env })

test('every command runs from the installed package, and Ctrl-C ends it', async ({ project }) => {
  project.install()
  project.env.NO_COLOR = '1'
  const cli = (...args: string[]) => project.run(program, ...args)

  const { version } = JSON.parse(project.read('node_modules/payin-checkout/package.json'))
  expect(project.runWell('payin-checkout', '--version')).toContain(version)
  expect(cli('--version')).toEqual({ status: 0, output: `${version}\n` })
  for (const command of commands) {
    expect(cli('--help').output).toContain(`  ${command} `)
    expect(cli(command, '--help').output).toContain(`Usage: payin-checkout ${command}`)
  }

  const sandbox = begin(project, 'sandbox', '--port', '0', '--json')
  const ready = /^\{.*\}$/m
  await sandbox.printed(ready)
  const { origin, panel } = JSON.parse(ready.exec(sandbox.output())?.[0] ?? '')
  // The pages and texts of the sandbox are in the package as well.
  for (const url of [panel, `${origin}/openapi.json`, `${origin}/sandbox/state`])
    expect(await statusOf(url)).toBe(200)
  project.env.SANDBOX_URL = origin
  const listening = begin(project, 'listen', '--json')
  await listening.printed(`Listening to ${origin}. Ctrl-C ends it.\n`)
  const made = cli('trigger', 'create', 'payin', '--amount', '49.90', '--reference', 'A-1', '--json')
  const { id, redirect_url } = JSON.parse(made.output)
  expect(await statusOf(redirect_url)).toBe(200)
  await listening.printed(/^\{.*"type":"call\.started"/m)
  expect(cli('trigger', 'payin.completed').status).toBe(0)

  project.env.PAYMENTS_BASE_URL = origin
  project.env.PAYMENTS_API_KEY = 'test_sandbox'
  project.write('sessions.json', JSON.stringify([{ reference: 'A-1', service_id: id, status: 'CREATED' }]))
  expect(cli('reconcile', '--sessions', 'sessions.json')).toMatchObject({ status: 1 })
  project.env.DATABASE_URL = 'postgres://nobody@127.0.0.1:1/shop'
  expect(cli('reconcile')).toEqual({
    status: 2,
    output: 'The package pg is missing. Install it: npm install pg\n',
  })

  expect(cli('doctor', `${origin}/sandbox`).output).toContain('payin-checkout')
  expect(cli('verify', 'http://127.0.0.1:1/checkout', '--order', 'A-{n}')).toMatchObject({ status: 2 })
  for (const command of [listening, sandbox]) expect(await command.end('SIGINT')).toMatchObject({ code: 0 })
  await expect(fetch(origin)).rejects.toThrow()
  expect(cli('trigger', 'state')).toMatchObject({ status: 2 })
})
