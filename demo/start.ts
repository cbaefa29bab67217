// `npm start`: the sandbox and the merchant server as two processes, so that killing one keeps the other's state.
// This process only starts, watches and stops them; their output goes directly to the terminal.
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { demoSandboxDefaults } from './defaults.ts'
import { afterEnd, type ChildName, type Phase, stableAfterMs } from './supervise.ts'

const files: Readonly<Record<ChildName, string>> = {
  sandbox: fileURLToPath(new URL('../src/sandbox/main.ts', import.meta.url)),
  server: fileURLToPath(new URL('server.ts', import.meta.url)),
}
// An empty variable counts as unset, as it does in the merchant server's own configuration.
const wantsSandbox = !process.env.PAYMENTS_BASE_URL?.trim()
const sandboxPage = `http://localhost:${process.env.SANDBOX_PORT?.trim() || 4100}/sandbox`
const startTimeoutMs = 30_000
// Longer than the merchant server waits for its open requests.
const stopTimeoutMs = 12_000

const children = new Map<ChildName, ChildProcess>()
const stopped = new AbortController()
let phase: Phase = 'starting'
let restarts = 0

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(0))
// npm starts us through a shell, which dies on npm's SIGTERM without forwarding it: we only notice that it is gone.
const shell = process.ppid
if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== shell && stop(0), 500).unref()
// After an unplanned exit, such as an exception here, no child may keep the ports.
process.on('exit', () => killAll('SIGKILL'))

// Build the example pages in parallel; nothing waits for them.
const examples = spawn(process.execPath, ['--import', 'tsx', 'scripts/build-examples.ts'], {
  stdio: 'inherit',
})
process.on('exit', () => examples.kill())

Object.assign(process.env, demoSandboxDefaults(process.env))
if (wantsSandbox) start('sandbox')
const shop = start('server')
const sandbox = wantsSandbox ? answers(sandboxPage) : Promise.resolve()
Promise.all([shop, sandbox]).then(([shopAddress]) => {
  if (phase !== 'starting') return
  phase = 'running'
  console.log(`\n  Shop      ${shopAddress}`)
  if (wantsSandbox) console.log(`  Sandbox   ${sandboxPage}`)
  console.log('  Stop      Ctrl-C\n')
})

/** Starts a child. @returns the address that the merchant server reports when it listens */
function start(name: ChildName): Promise<string> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, ['--import', 'tsx', files[name]], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  children.set(name, child)
  child.once('exit', (code, signal) => {
    children.delete(name)
    if (performance.now() - startedAt > stableAfterMs) restarts = 0
    ended(name, code, signal)
  })
  return new Promise((resolve) => {
    child.once('message', (address) => resolve(String(address)))
  })
}

function ended(child: ChildName, code: number | null, signal: NodeJS.Signals | null): void {
  const verdict = afterEnd({ child, phase, code, signal, restarts })
  const name = child === 'server' ? 'merchant server' : 'sandbox'
  const how = signal === null ? `ended with exit code ${code}` : `was killed by ${signal}`
  if (verdict.do === 'stop') {
    console.error(`The ${name} ${how}; stopping.`)
    stop(verdict.exitCode)
  }
  if (verdict.do === 'restart') {
    restarts++
    console.error(`The ${name} ${how}; starting it again in ${verdict.afterMs} ms.`)
    restart(child, verdict.afterMs).catch(() => {})
  }
}

async function restart(child: ChildName, afterMs: number): Promise<void> {
  await sleep(afterMs, null, { signal: stopped.signal })
  const address = await start(child)
  console.log(`The merchant server is back: ${address}`)
}

/** Resolves when a server answers there. It is ours, because a sandbox without its port ends at once. */
async function answers(address: string): Promise<void> {
  const givesUpAt = performance.now() + startTimeoutMs
  while (!stopped.signal.aborted) {
    if (performance.now() > givesUpAt) {
      console.error(`Nothing answers at ${address}; stopping. Set HOST to 127.0.0.1 or 0.0.0.0, or unset it.`)
      return stop(1)
    }
    const answered = await fetch(address, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.body?.cancel().then(() => true) ?? true,
      () => false,
    )
    if (answered) return
    await sleep(100)
  }
}

/** Sends SIGTERM to all children, and SIGKILL after a timeout; then this process ends with this exit code. */
function stop(exitCode: number): void {
  if (phase === 'stopping') return
  phase = 'stopping'
  process.exitCode = exitCode
  stopped.abort()
  killAll('SIGTERM')
  setTimeout(() => killAll('SIGKILL'), stopTimeoutMs).unref()
}

function killAll(signal: NodeJS.Signals): void {
  for (const child of children.values()) child.kill(signal)
}
