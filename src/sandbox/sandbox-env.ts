import type { HttpBindings } from '@hono/node-server'

/** What a handler finds in `c.env`: the socket. `app.request(…)` has none. */
export type SandboxEnv = { Bindings: Partial<HttpBindings> }
