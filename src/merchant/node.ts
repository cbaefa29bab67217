// `payin-checkout/merchant/node`: the merchant's server within Express, Fastify and `node:http`.
export { type NodeHandler, type NodeOptions, toNode } from './node/to-node.ts'
