// `payin-checkout/merchant/node`: the merchant's server on Node, by itself or within Express, Fastify and `node:http`.
export { type Config, loadConfig } from './node/config.ts'
export type { ConnectionTimeouts } from './node/listener.ts'
export { run } from './node/run.ts'
export { CannotListen, type ServeOptions, type Serving, serve } from './node/serve.ts'
export { type RunningServer, type ServerOptions, startServer } from './node/server.ts'
export { type NodeHandler, type NodeOptions, toNode } from './node/to-node.ts'
