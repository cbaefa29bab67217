// A terminal in a test's hand: what was written, and a Ctrl-C.
import picocolors from 'picocolors'
import type { Terminal } from '../../../src/cli/terminal.ts'

export function fakeTerminal(env: NodeJS.ProcessEnv = {}) {
  const ended = new AbortController()
  const lines: string[] = []
  const complaints: string[] = []
  const waiting = new Set<() => void>()
  const taking = (into: string[]) => (line: string) => {
    into.push(line)
    for (const look of [...waiting]) look()
  }
  const terminal: Terminal = {
    write: taking(lines),
    complain: taking(complaints),
    colours: picocolors.createColors(false),
    ended: ended.signal,
    env,
  }

  /** Resolves once so many lines or complaints hold a text. */
  function said(text: string, times = 1): Promise<void> {
    const isSaid = () => [...lines, ...complaints].filter((line) => line.includes(text)).length >= times
    return new Promise((resolve) => {
      const look = () => {
        if (!isSaid()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  }

  return { terminal, lines, complaints, ended, said }
}
