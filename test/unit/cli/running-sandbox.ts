// A running sandbox on its own port, and the command line connected to it.
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { run } from '../../../src/cli/program.ts'
import { type StartSandboxOptions, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { fakeTerminal } from './fake-terminal.ts'

type Sent = { url: string; body: string }

export async function openSandbox(options: StartSandboxOptions = {}) {
  const sent: Sent[] = []
  const accept: typeof fetch = async (url, init) => {
    sent.push({ url: String(url), body: String(init?.body) })
    return new Response(null, { status: 204 })
  }
  const sandbox = await startSandbox({ port: 0, rateLimit: 0, fetch: accept, ...options })
  onTestFinished(() => sandbox.close())

  /** Runs a command to its end. */
  const cli = (...args: string[]) => runCli(args, { SANDBOX_URL: sandbox.origin })
  return {
    ...sandbox,
    sent,
    cli,
    trigger: (...args: string[]) => cli('trigger', ...args),
    /** Creates a payin without a shopper. */
    async makePayin(reference: string, ...more: string[]): Promise<string> {
      const made = await cli(
        'trigger',
        'create',
        'payin',
        '--amount',
        '49.90',
        '--reference',
        reference,
        '--json',
        ...more,
      )
      return JSON.parse(made.lines[0] ?? '').id
    },
  }
}

export async function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const { terminal, lines, errorLines } = fakeTerminal(env)
  const code = await run(args, terminal)
  return { code, lines, errorLines, errorText: errorLines.join('\n') }
}

/** Starts another HTTP server, which is not a sandbox. */
export async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
