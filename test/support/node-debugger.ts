import inspector from 'node:inspector'
import type { DebuggerClient } from './called.ts'

/** The debugger of this very process. `disconnect` takes all its breakpoints away. */
export function connectDebugger(): DebuggerClient & { disconnect(): void } {
  const session = new inspector.Session()
  session.connect()
  return {
    send: (method, params) =>
      new Promise((resolve, reject) => {
        session.post(method, params, (error, result) => (error ? reject(error) : resolve(result)))
      }),
    on: (event, listener) => void session.on(event, ({ params }) => listener(params)),
    disconnect: () => session.disconnect(),
  }
}
