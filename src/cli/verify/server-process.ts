// The merchant's server as a child process that can be killed and started again.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import { askUntil, reasonOf, within } from '../ask.ts'
import { CommandError } from '../command.ts'

const startLimitMs = 60_000
const endLimitMs = 5_000
const pauseMs = 100
const probeLimitMs = 2_000

export class ServerProcess {
  #child: ChildProcess | undefined
  #isEnding: ChildProcess | undefined
  #printed: readonly LastLines[] = []

  /**
   * @param command a line for the shell
   * @param endpoint where the server answers once it has started
   */
  constructor(
    private readonly command: string,
    private readonly endpoint: string,
    private readonly env: NodeJS.ProcessEnv,
    private readonly ended: AbortSignal,
  ) {}

  /** Resolves when the server answers. @throws {CommandError} if it does not */
  async start(): Promise<void> {
    if (await this.#answers())
      throw new CommandError(
        `A program already answers at ${this.endpoint}, so verify would not check the server of --start. Stop it first.`,
      )
    const child = await this.#spawn()
    this.#child = child
    process.on('SIGINT', this.#killNow)
    process.on('exit', this.#killAtExit)
    this.#printed = [child.stdout, child.stderr].map((stream) => {
      const last = new LastLines()
      stream.on('data', (data) => last.add(String(data)))
      return last
    })
    const hasEnded = () => child.exitCode !== null || child.signalCode !== null
    const isOver = (answers: boolean) => answers || hasEnded()
    const pace = { limitMs: startLimitMs, pauseMs, ended: this.ended }
    if (await askUntil(() => this.#answers(), isOver, pace)) return
    const what = hasEnded()
      ? `The --start command ended before the server answered.${adviceFor(child)}`
      : `The server of --start gave no answer at ${this.endpoint} for ${startLimitMs / 1_000} seconds, to requests that wait ${probeLimitMs / 1_000} seconds each.`
    throw new CommandError(what, ...this.output())
  }

  /** @throws {CommandError} if the system starts no shell */
  async #spawn() {
    // A process group of its own, so that the shell's children end with it.
    const options = { shell: true, env: this.env, detached: process.platform !== 'win32' }
    try {
      const child = spawn(this.command, options)
      await once(child, 'spawn')
      return child
    } catch (error) {
      throw new CommandError(`The --start command could not be started: ${reasonOf(error)}.`)
    }
  }

  /** Kills the server without a chance to save anything, as a power cut does. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL')
    // Of several processes, such as the workers of PHP, one may end later than the others.
    const pace = { limitMs: endLimitMs, pauseMs, ended: this.ended }
    await askUntil(
      () => this.#answers(),
      (answers) => !answers,
      pace,
    )
  }

  /** Stops the server by SIGTERM, and kills it if it does not end. */
  async stop(): Promise<void> {
    await this.#end('SIGTERM')
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined) return
    this.#isEnding = child
    const gone = child.exitCode !== null || child.signalCode !== null ? undefined : once(child, 'exit')
    send(child, signal)
    await Promise.race([gone, sleep(endLimitMs, undefined, { ref: false })])
    // Also kills children that the shell has left behind.
    send(child, 'SIGKILL')
    await gone
    this.#isEnding = undefined
    process.off('SIGINT', this.#killNow)
    process.off('exit', this.#killAtExit)
  }

  /**
   * Kills the server at a second Ctrl-C. It listens as long as the server runs: without a listener, a second
   * Ctrl-C would end this process at once and leave the server running.
   */
  #killNow = (): void => {
    if (this.#isEnding) send(this.#isEnding, 'SIGKILL')
  }

  /** A test runner that ends without `close` would leave the server running. */
  #killAtExit = (): void => {
    if (this.#child) send(this.#child, 'SIGKILL')
  }

  async #answers(): Promise<boolean> {
    try {
      return await within(probeLimitMs, this.ended, async (signal) => {
        const address = `${this.endpoint}/sessions/is-somebody-there`
        const response = await fetch(address, { signal, redirect: 'manual' })
        await response.body?.cancel()
        return true
      })
    } catch {
      if (this.ended.aborted) throw this.ended.reason
      return false
    }
  }

  /** The last lines that it has printed, for a message. */
  output(): readonly string[] {
    const lines = this.#printed.flatMap((last) => last.lines())
    return lines.length === 0 ? ['It printed nothing.'] : ['It printed:', ...lines]
  }
}

/** A command that ends without an error has often left its server in the background. */
const adviceFor = ({ exitCode }: ChildProcess) =>
  exitCode === 0 ? ' It must run as long as the server: do not start it in the background.' : ''

function send(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill(signal)
    else process.kill(-child.pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

const keptLines = 20
/** Characters of a line. */
const keptLength = 300

export class LastLines {
  #lines: string[] = ['']

  /** @param text as it was read: it may begin and end in the middle of a line */
  add(text: string): void {
    const [rest = '', ...lines] = text.split('\n')
    const open = this.#lines.at(-1) ?? ''
    const all = [...this.#lines.slice(0, -1), open + rest.slice(0, keptLength - open.length), ...lines]
    this.#lines = all.map((line) => line.slice(0, keptLength)).slice(-keptLines)
  }

  /** All lines of a text that a program has printed. */
  static of(text: string): readonly string[] {
    const last = new LastLines()
    last.add(text)
    return last.lines()
  }

  /** Without colours and without lines that are empty. */
  lines(): readonly string[] {
    return this.#lines
      .map((line) => stripVTControlCharacters(line).trimEnd())
      .filter((line) => line.trim() !== '')
  }
}
