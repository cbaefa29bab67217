// A merchant's server that runs by itself on Node.
import type { MerchantServer } from '../create-merchant.ts'
import { createListener, type Patience } from './listener.ts'

export interface ServeOptions {
  /** By default 127.0.0.1: a proxy of yours stands before it. */
  readonly host?: string
  /** By default 4000; 0 is any free port. */
  readonly port?: number
  /** How long connections may take. */
  readonly patience?: Partial<Patience>
}

export interface Serving {
  readonly port: number
  /** Takes no new connection, answers held requests at once, and closes the merchant. The store stays open. */
  close(): Promise<void>
}

/**
 * Listens, and starts the merchant once it does.
 * @throws {NodeJS.ErrnoException} when the address cannot be had
 */
export async function serve(
  merchant: MerchantServer,
  { host = '127.0.0.1', port = 4000, patience }: ServeOptions = {},
): Promise<Serving> {
  const listener = createListener(merchant.fetch, patience)
  const taken = await listener.listen(host, port)
  merchant.start()
  let closing: Promise<void> | undefined
  async function close(): Promise<void> {
    const closed = listener.close()
    await merchant.close()
    listener.closeIdle()
    await closed
  }
  return {
    port: taken,
    close() {
      closing ??= close()
      return closing
    },
  }
}
