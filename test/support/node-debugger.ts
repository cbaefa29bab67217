import inspector from 'node:inspector'
import type { Debugger } from './called.ts'

/** The debugger of this very process. `disconnect` takes all its breakpoints away. */
export function connectDebugger(): Debugger & { disconnect(): void } {
  const session = new inspector.Session()
  session.connect()
  const ids = new Map<string, string>()
  session.on('Debugger.scriptParsed', ({ params: { url, scriptId } }) =>
    ids.set(new URL(url, 'file:///').pathname, scriptId),
  )
  const send = (method: string, params?: object) =>
    new Promise<unknown>((resolve, reject) => {
      session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)))
    })
  return {
    send,
    async sourceOf(file) {
      const [, scriptId] = [...ids].find(([path]) => path.endsWith(`/${file}`)) ?? []
      if (!scriptId) return ''
      const { scriptSource } = (await send('Debugger.getScriptSource', { scriptId })) as {
        scriptSource: string
      }
      return scriptSource
    },
    disconnect: () => session.disconnect(),
  }
}
