// What `payin-checkout/testing` uses of the client: the commands and a test suite call the sandbox in one way.

export { readOrigin } from './address.ts'
export type { SentDelivery } from './answers.ts'
export { createControl, type SandboxControl } from './control.ts'
