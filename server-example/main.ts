// The merchant server alone: reads the environment, listens, shuts down.
import { run } from 'payin-checkout/merchant/node'
import { createOrders, createTables } from './orders.ts'

const report = (origin: string) => console.log(`The merchant server listens at ${origin}`)

await run(report, () => ({ orders: createOrders, prepare: createTables }))
