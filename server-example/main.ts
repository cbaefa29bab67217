// The merchant server alone: reads the environment, listens, shuts down.
import { run } from '../src/merchant/node/run.ts'
import { createOrders, createTables } from './orders.ts'

const report = (origin: string) => console.log(`The merchant server listens at ${origin}`)

await run(report, () => ({ orders: createOrders, prepare: createTables }))
