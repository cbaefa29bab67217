// Starts the sandbox from environment variables. Prints its address, never the key or the secret.
import { parseEnvironment } from './environment.ts'
import { startSandbox } from './start-sandbox.ts'

const environment = parseEnvironment(process.env)
if (!environment.ok) {
  for (const mistake of environment.mistakes) console.error(mistake)
  process.exit(1)
}
const { SANDBOX_PORT: port, HOST: host, SANDBOX_STATE_FILE: stateFile, ...settings } = environment.value

try {
  const sandbox = await startSandbox({
    port,
    host,
    apiKey: settings.SANDBOX_API_KEY,
    webhookSecret: settings.SANDBOX_WEBHOOK_SECRET,
    rateLimit: settings.SANDBOX_RATE_LIMIT,
    seed: settings.SANDBOX_SEED,
    ...(stateFile === undefined ? {} : { stateFile }),
  })
  console.log(`Sandbox: ${sandbox.origin}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void sandbox.close())
} catch (error) {
  console.error(listenMistake(error))
  process.exit(1)
}

function listenMistake(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') {
    return `SANDBOX_PORT ${port} is already in use; stop the other program or choose another SANDBOX_PORT.`
  }
  if (code === 'EACCES') {
    return `SANDBOX_PORT ${port} needs more rights than this user has; choose a SANDBOX_PORT from 1024 up.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `HOST ${host} is no address of this computer; use 127.0.0.1, or 0.0.0.0 for all of them.`
  }
  return `The sandbox could not start: ${error instanceof Error ? error.message : String(error)}`
}
