// Runs a server as a program: reads the environment, starts, and stops on a signal.
import { toConsoleAsError } from '../console.ts'
import { OperatorError } from '../errors/operator-error.ts'
import { type Config, loadConfig } from './config.ts'
import { type ServerOptions, startServer } from './server.ts'

/**
 * Runs the merchant server until SIGTERM or SIGINT. Errors that the operator can correct are printed as a message without
 * a stack trace. Every error at start ends the process with exit code 1.
 *
 * @param report called with the address once the server listens
 */
export async function run(
  report: (origin: string) => void,
  optionsFor: (config: Config) => ServerOptions,
): Promise<void> {
  try {
    const config = loadConfig(process.env)
    const server = await startServer(config, optionsFor(config))
    report(server.origin)
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      // `on`, not `once`: without a listener, a second signal would end the process in the middle of a response.
      process.on(signal, () => {
        server.close().then(
          () => process.exit(0),
          () => process.exit(1),
        )
      })
    }
  } catch (error) {
    toConsoleAsError(error instanceof OperatorError ? error.message : error)
    process.exit(1)
  }
}
