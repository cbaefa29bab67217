// Which of these functions are called, in which order, while something runs. Breakpoints of the engine's own debugger write
// it down and never pause: their condition is the line that writes, and its value is false. Nothing is mocked or wrapped.

/** A function as a document names it. */
export interface NamedFunction {
  /** Such as `src/checkout/next.ts`. */
  readonly file: string
  readonly name: string
}

/** The debugger of this process, or of this page. */
export interface Debugger {
  /** A command of the Chrome DevTools Protocol. */
  send(method: string, params?: object): Promise<unknown>
  /** The source of a module as the engine runs it; empty where it is not loaded. */
  sourceOf(file: string): Promise<string>
}

const calls: string[] = []

/** `file name`, as the calls are written down. */
export const labelOf = ({ file, name }: NamedFunction): string => `${file} ${name}`

/**
 * Watches functions of modules that are loaded already, until the debugger is disabled.
 * @returns reads what was called since the last time that it was asked, and forgets it
 * @throws {Error} naming each function that no loaded module has
 */
export async function watchCalls(
  { send, sourceOf }: Debugger,
  wanted: readonly NamedFunction[],
): Promise<() => string[]> {
  Object.assign(globalThis, { noteCall: (label: string) => void calls.push(label) })
  await send('Debugger.enable')
  const missing: string[] = []
  for (const named of wanted) {
    const lineNumber = bodyLine((await sourceOf(named.file)).split('\n'), named.name)
    if (lineNumber === null) missing.push(labelOf(named))
    else
      await send('Debugger.setBreakpointByUrl', {
        lineNumber,
        urlRegex: `/${named.file.replaceAll('.', '\\.')}(\\?.*)?$`,
        condition: `globalThis.noteCall(${JSON.stringify(labelOf(named))}), false`,
      })
  }
  if (missing.length > 0) throw new Error(`No loaded module has: ${missing.join(', ')}.`)
  calls.length = 0
  return () => calls.splice(0)
}

/** The first line of a function's body, from 0; `null` where the file declares no such function. */
function bodyLine(lines: readonly string[], name: string): number | null {
  const declares = new RegExp(
    `^\\s*(?:export )?(?:(?:async )?function\\*? ${name}\\(|(?:async )?${name}\\(.*\\) \\{$|(?:const )?${name}(?: =|:) (?:async )?\\(.*\\) => \\{$)`,
  )
  const declared = lines.findIndex((line) => declares.test(line))
  if (declared < 0) return null
  const opened = lines.findIndex((line, at) => at >= declared && line.endsWith('{'))
  return opened < 0 ? null : opened + 1
}
