// Starts the sandbox from environment variables. Prints its address, never the key or the secret.
import { envSettings, parseSettings, startError } from './settings.ts'
import { startSandbox } from './start-sandbox.ts'

const settings = parseSettings(envSettings(process.env))
if (!settings.ok) {
  for (const mistake of settings.mistakes) console.error(mistake)
  process.exit(1)
}

try {
  const sandbox = await startSandbox(settings.value)
  console.log(`Sandbox: ${sandbox.origin}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close())
} catch (error) {
  console.error(startError(error, settings.value))
  process.exit(1)
}
