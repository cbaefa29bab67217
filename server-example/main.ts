// Runs the merchant server by itself: reads the environment, listens, and shuts down on a signal.
import { run } from 'payin-checkout/merchant/node'
import { createOrders, createTables } from './orders.ts'

const report = (origin: string) => console.log(`The merchant server listens at ${origin}`)

await run(report, () => ({ orders: createOrders, prepare: createTables }))
