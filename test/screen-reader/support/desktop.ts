// A separate desktop for a test, without a monitor or a loudspeaker: a display, a message bus, a window manager that reports
// the active window, the screen reader Orca, Firefox, and a keyboard. `close` ends everything.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { preferences } from './firefox-preferences.ts'
import { firefox } from './tools.ts'

const run = promisify(execFile)
const orcaFiles = fileURLToPath(new URL('../orca/', import.meta.url))
const stopTimeoutMs = 5_000
const startTimeoutMs = 30_000
const keysTimeoutMs = 20_000
/** A file for Orca's debug output, with each event that it receives. */
const debugFile = process.env.ORCA_DEBUG

export class Desktop {
  /** Orca's utterances, one JSON object a line. */
  readonly heardFile: string
  readonly #home: string
  readonly #env: Record<string, string>
  readonly #programs: ChildProcess[] = []

  private constructor(home: string) {
    // An interrupted test does not call `close`: end all programs here.
    process.once('exit', () => {
      for (const { pid } of this.#programs) signalGroup(pid, 'SIGKILL')
    })
    this.#home = home
    this.heardFile = join(home, 'heard.jsonl')
    // The user's settings are neither read nor changed.
    this.#env = {
      PATH: process.env.PATH ?? '',
      LANG: 'C.UTF-8',
      HOME: home,
      XDG_CONFIG_HOME: join(home, 'config'),
      XDG_CACHE_HOME: join(home, 'cache'),
      XDG_DATA_HOME: join(home, 'data'),
      XDG_RUNTIME_DIR: join(home, 'run'),
      // Programs expose their accessibility tree even without a desktop setting.
      GNOME_ACCESSIBILITY: '1',
      HEARD_FILE: this.heardFile,
    }
  }

  static async open(): Promise<Desktop> {
    const desktop = new Desktop(await mkdtemp(join(tmpdir(), 'payin-heard-')))
    try {
      await desktop.#begin()
      return desktop
    } catch (error) {
      await desktop.close()
      throw error
    }
  }

  async #begin(): Promise<void> {
    await mkdir(join(this.#home, 'run'), { mode: 0o700 })
    await cp(orcaFiles, join(this.#home, 'data/orca'), { recursive: true })
    await mkdir(join(this.#home, 'firefox'))
    await writeFile(join(this.#home, 'firefox/user.js'), preferences)
    await writeFile(this.heardFile, '')

    const screen = ['-screen', '0', '1280x1000x24', '-nolisten', 'tcp']
    const display = this.#start('Xvfb', ['-displayfd', '1', ...screen])
    this.#env.DISPLAY = `:${await firstLine(display, 'Xvfb')}`
    const bus = this.#start('dbus-daemon', ['--session', '--nofork', '--print-address=1'])
    this.#env.DBUS_SESSION_BUS_ADDRESS = await firstLine(bus, 'dbus-daemon')
    this.#start('openbox', [])
    this.#start('orca', debugFile ? [`--debug-file=${debugFile}`] : [])
  }

  /** Firefox shows a page. */
  visit(address: string): void {
    this.#start(firefox(), ['--no-remote', '--profile', join(this.#home, 'firefox'), address])
  }

  /** @param keys in X's names, such as `Tab` or `shift+Tab`; they go to the active window */
  async press(...keys: readonly string[]): Promise<void> {
    await run('xdotool', ['key', '--delay', '60', ...keys], { env: this.#env, timeout: keysTimeoutMs })
  }

  async type(text: string): Promise<void> {
    await run('xdotool', ['type', '--delay', '60', text], { env: this.#env, timeout: keysTimeoutMs })
  }

  async close(): Promise<void> {
    for (const program of this.#programs.toReversed()) await stop(program)
    await rm(this.#home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }

  #start(command: string, args: readonly string[]): ChildProcess {
    // In its own process group, so that its child processes end with it.
    const program = spawn(command, args, {
      env: this.#env,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: true,
    })
    this.#programs.push(program)
    return program
  }
}

/** The first line of a program's output, when it is ready. */
async function firstLine(program: ChildProcess, name: string): Promise<string> {
  const out = program.stdout as Readable
  const late = setTimeout(() => out.destroy(new Error(`${name} did not start.`)), startTimeoutMs)
  let text = ''
  for await (const chunk of out) {
    text += chunk
    if (text.includes('\n')) break
  }
  clearTimeout(late)
  if (!text.includes('\n')) throw new Error(`${name} ended at its start.`)
  return text.trim()
}

async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode === null && program.signalCode === null && program.pid !== undefined) {
    const gone = once(program, 'exit')
    signalGroup(program.pid, 'SIGTERM')
    const late = setTimeout(() => signalGroup(program.pid, 'SIGKILL'), stopTimeoutMs)
    await gone
    clearTimeout(late)
  }
  signalGroup(program.pid, 'SIGKILL')
}

function signalGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // The process has ended already.
  }
}
