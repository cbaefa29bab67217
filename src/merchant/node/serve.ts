// A merchant's server that listens by itself on Node, from the first connection to the last.
import type { MerchantServer } from '../merchant-server.ts'
import { createListener, type Patience } from './listener.ts'

export interface ServeOptions {
  /** By default 127.0.0.1: a proxy of yours stands before it. */
  readonly host?: string | undefined
  /** By default 4000; 0 is any free port. */
  readonly port?: number | undefined
  /** How long connections may take. */
  readonly patience?: Partial<Patience> | undefined
}

export interface Serving {
  readonly port: number
  /** Takes no new connection, answers held requests at once, and closes the merchant. The store stays open. Twice is fine. */
  close(): Promise<void>
}

/** Thrown when the address cannot be listened at; the message holds the remedy. */
export class CannotListen extends Error {
  override readonly name = 'CannotListen'
}

/**
 * Listens, and starts the merchant once it does.
 * @throws {CannotListen} such as when the port is taken; the merchant is then not started, and not closed
 */
export async function serve(
  merchant: MerchantServer,
  { host = '127.0.0.1', port = 4000, patience }: ServeOptions = {},
): Promise<Serving> {
  const listener = createListener(merchant.fetch, patience)
  const taken = await listener.listen(host, port).catch((error) => {
    throw new CannotListen(cannotListenMessage(error, host, port), { cause: error })
  })
  // Only now: a server that cannot listen must not talk to the service either.
  merchant.start()

  async function close(): Promise<void> {
    const closed = listener.close()
    await merchant.close()
    listener.closeIdle()
    await closed
    // A request that was answered last may have left work behind.
    await merchant.close()
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
