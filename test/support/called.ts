// Which of these functions are called, in which order, while something runs. Breakpoints of the engine's own debugger write
// it down and never pause: their condition is the line that writes, and its value is false. Nothing is mocked or wrapped.

/** A function as a document names it. */
export interface NamedFunction {
  /** Such as `src/checkout/next.ts`. */
  readonly file: string
  readonly name: string
}

/** The Chrome DevTools Protocol, of this process or of this page. */
export interface DebuggerClient {
  send(method: string, params?: object): Promise<unknown>
  on(event: 'Debugger.scriptParsed', listener: (script: Script) => void): void
}

interface Script {
  readonly scriptId: string
  readonly url: string
}

const calls: string[] = []

/** `file name`, as the calls are written down. */
export const labelOf = ({ file, name }: NamedFunction): string => `${file} ${name}`

/**
 * Watches functions of modules that are loaded already.
 * @returns reads what was called since the last time that it was asked, and forgets it
 * @throws {Error} naming each function that no loaded module has
 */
export async function watchCalls(
  client: DebuggerClient,
  wanted: readonly NamedFunction[],
): Promise<() => string[]> {
  Object.assign(globalThis, { noteCall: (label: string) => void calls.push(label) })
  const scripts: Script[] = []
  const scriptsOf = (file: string) =>
    scripts.filter(({ url }) => new URL(url, 'file:///').pathname.endsWith(`/${file}`))
  // Over a wire, the scripts may be named after the answer.
  await new Promise<void>((resolve, reject) => {
    const limit = setTimeout(resolve, 10_000)
    client.on('Debugger.scriptParsed', (script) => {
      scripts.push(script)
      if (!wanted.every(({ file }) => scriptsOf(file).length > 0)) return
      clearTimeout(limit)
      resolve()
    })
    client.send('Debugger.enable').catch(reject)
  })
  const missing = []
  for (const { file, name } of wanted) {
    // A file that was loaded twice, as by an earlier test file, is watched in both.
    const watched = await Promise.all(scriptsOf(file).map((script) => watch(client, script, { file, name })))
    if (!watched.includes(true)) missing.push(labelOf({ file, name }))
  }
  if (missing.length > 0) throw new Error(`No loaded module has: ${missing.join(', ')}.`)
  calls.length = 0
  return () => calls.splice(0)
}

async function watch(client: DebuggerClient, { scriptId }: Script, named: NamedFunction): Promise<boolean> {
  const { scriptSource } = (await client.send('Debugger.getScriptSource', { scriptId })) as {
    scriptSource: string
  }
  const lineNumber = bodyLine(scriptSource.split('\n'), named.name)
  if (lineNumber === null) return false
  const condition = `globalThis.noteCall(${JSON.stringify(labelOf(named))}), false`
  await client.send('Debugger.setBreakpoint', { location: { scriptId, lineNumber }, condition })
  return true
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
