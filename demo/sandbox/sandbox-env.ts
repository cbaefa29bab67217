import type { HttpBindings } from '@hono/node-server'

/** What a handler finds in `c.env`: the socket, when there is one. With `app.request(…)` there is none. */
export type SandboxEnv = { Bindings: Partial<HttpBindings> }
