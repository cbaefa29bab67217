// A terminal whose lines a test can read.
import picocolors from 'picocolors'
import type { Terminal } from '../../../../src/cli/terminal.ts'

export interface SmallTerminal extends Terminal {
  readonly written: string[]
  readonly complained: string[]
  /** As Ctrl-C does. */
  interrupt(): void
}

export function smallTerminal(env: NodeJS.ProcessEnv = {}): SmallTerminal {
  const written: string[] = []
  const complained: string[] = []
  const ended = new AbortController()
  return {
    written,
    complained,
    write: (line) => void written.push(line),
    complain: (line) => void complained.push(line),
    colours: picocolors.createColors(false),
    ended: ended.signal,
    env,
    interrupt: () => ended.abort(),
  }
}
