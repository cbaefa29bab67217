// Lets a merchant's server listen on Node by itself: start, and orderly close.
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { z } from 'zod'
import { CannotListen } from '../errors/cannot-listen.ts'
import type { Log } from '../log.ts'
import { numberMistakes, numbersForm } from '../settings/numbers.ts'
import { SettingsError } from '../settings/settings.ts'
import { portIn } from '../settings/texts.ts'
import { type Environment, readVariables } from '../settings/variables.ts'
import { type ConnectionTimeouts, createListener, defaultTimeouts } from './listener.ts'

export interface ServeOptions {
  /** By default HOST of the environment, else 127.0.0.1, since a proxy of yours usually stands before it. */
  readonly host?: string | undefined
  /** By default PORT of the environment, else 4000; 0 takes any free port. */
  readonly port?: number | undefined
  /**
   * Answers what is not the checkout's, such as the shop's own pages: any function from `Request` to `Response`, such as the
   * `fetch` of a Hono app. It gets Node's own request and response beside the request. Without it, these paths are 404.
   */
  readonly others?:
    | ((request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>)
    | undefined
  /** Time limits of connections. */
  readonly timeouts?: Partial<ConnectionTimeouts> | undefined
}

export interface Serving {
  readonly port: number
  /**
   * Refuses new connections, answers held requests at once, and closes the merchant. The store stays open. It may be
   * called twice.
   */
  close(): Promise<void>
}

const shape = z.object({ HOST: z.string().default('127.0.0.1'), PORT: portIn('PORT', 4000) })

/** What is served: a merchant's server (merchant-server.ts). */
interface Served {
  readonly fetch: (request: Request, env?: unknown) => Response | Promise<Response>
  readonly handles: (path: string) => boolean
  readonly start: () => void
  readonly close: () => Promise<void>
}

/**
 * Listens, and then starts the merchant.
 * @param environment where HOST and PORT are read; the public address follows from the same PORT
 * @throws {SettingsError} when no port is given, and PORT of the environment is none; for wrong `timeouts`
 * @throws {TypeError} when `others` is no function
 * @throws {CannotListen} for example when the port is taken. The merchant is then neither started nor closed
 */
export async function serve(
  merchant: Served,
  log: Log,
  { others, timeouts, ...given }: ServeOptions = {},
  environment: Environment = process.env,
): Promise<Serving> {
  if (others !== undefined && typeof others !== 'function')
    throw new TypeError(
      'others must be a function from Request to Response, such as app.fetch of a Hono app.',
    )
  const mistakes = numberMistakes('timeouts', numbersForm(defaultTimeouts), timeouts)
  if (mistakes.length > 0) throw new SettingsError(mistakes)
  const { env, wrong } = readVariables(shape, environment)
  const { host = env.HOST, port = env.PORT } = given
  if (given.port === undefined && wrong.PORT !== undefined) throw new SettingsError([wrong.PORT])
  const listener = createListener(
    (request, env) =>
      others && !merchant.handles(env.incoming.url ?? '/')
        ? others(request, env)
        : merchant.fetch(request, env),
    timeouts,
  )
  const taken = await listener.listen(host, port).catch((error) => {
    throw new CannotListen(cannotListenMessage(error, host, port))
  })
  log('listening', { port: taken })
  // Start only now: a server that cannot listen must not call the service either.
  merchant.start()

  async function close(): Promise<void> {
    const closed = listener.close()
    await merchant.close()
    listener.closeIdle()
    await closed
    // The last requests may have left background work. A second `close` waits for it.
    await merchant.close()
    log('closed')
  }
  let closing: Promise<void> | undefined
  return {
    port: taken,
    close() {
      closing ??= close()
      return closing
    },
  }
}

const cannotListenMessage = ({ code }: NodeJS.ErrnoException, host: string, port: number): string =>
  code === 'EADDRINUSE'
    ? `Port ${port} is in use by another program. Stop that program, or set PORT (\`port\` in code) to a free port.`
    : `Cannot listen at ${host}:${port} (${code}). Set HOST and PORT (\`host\` and \`port\` in code) to an address of this machine.`
