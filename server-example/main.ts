// The merchant server alone: reads the environment, listens, shuts down.
import { run } from './run.ts'

await run((origin) => console.log(`The merchant server listens at ${origin}`))
