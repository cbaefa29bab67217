// A fake terminal for tests: records the output, can send Ctrl-C, and has a person who types answers, if there are any.
import { createTerminal } from '../../../src/cli/terminal.ts'

export function fakeTerminal(env: NodeJS.ProcessEnv = {}, answers?: readonly string[]) {
  const typed = answers && [...answers]
  const ended = new AbortController()
  const lines: string[] = []
  const errorLines: string[] = []
  const waiting = new Set<() => void>()
  const appendTo = (into: string[]) => (line: string) => {
    into.push(line)
    for (const check of [...waiting]) check()
  }
  const terminal = createTerminal({
    writeOut: appendTo(lines),
    writeErr: appendTo(errorLines),
    hasColours: false,
    ended: ended.signal,
    readLine: typed ? async () => typed.shift() : null,
    env,
  })

  /** Resolves once this many lines of output or errors contain a text. */
  function waitForText(text: string, times = 1): Promise<void> {
    const isWritten = () => [...lines, ...errorLines].filter((line) => line.includes(text)).length >= times
    return new Promise((resolve) => {
      const check = () => {
        if (!isWritten()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  }

  return { terminal, lines, errorLines, ended, waitForText }
}
