// The server of server-example/ within a test, on a free port or the one of its environment.
import { openStore } from '../../server-example/open-store.ts'
import { createOrders, createTables } from '../../server-example/orders.ts'
import {
  createMerchant,
  type MerchantOptions,
  type MerchantServer,
  migrate,
  type ServeOptions,
  type Store,
} from '../../src/merchant/index.ts'
import { openEmptyStore } from './empty-database.ts'
import type { Accounts } from './example-merchant.ts'

export interface ShopOptions extends Pick<MerchantOptions, 'onEvent' | 'metrics' | 'limits' | 'fetch'> {
  readonly accounts?: Accounts
  /** Runs when the tables are there. */
  readonly prepare?: (store: Store) => Promise<void>
  readonly timeouts?: ServeOptions['timeouts']
  /** Creates what answers beside the checkout. */
  readonly others?: (merchant: MerchantServer, store: Store) => ServeOptions['others']
}

export type ExampleShop = Awaited<ReturnType<typeof startExampleShop>>

/** Starts it. @param env its variables; without DATABASE_URL and DATA_DIR it keeps payments in memory */
export async function startExampleShop(
  env: Readonly<Record<string, string | undefined>>,
  { accounts, prepare, timeouts, others, ...options }: ShopOptions = {},
) {
  const store = env.DATABASE_URL || env.DATA_DIR ? openStore(env) : openEmptyStore()
  try {
    await migrate(store)
    await createTables(store)
    await prepare?.(store)
    const orders = { ...createOrders(store), ...accounts }
    const merchant = await createMerchant({ store, orders, environment: env, ...options })
    const port = Number(env.PORT ?? 0)
    const server = await merchant
      .serve({ host: '127.0.0.1', port, timeouts, others: others?.(merchant, store) })
      .catch(async (error) => {
        await merchant.close()
        throw error
      })
    let closing: Promise<void> | undefined
    return {
      merchant,
      store,
      port: server.port,
      origin: env.PUBLIC_URL ?? `http://localhost:${server.port}`,
      close(): Promise<void> {
        closing ??= server.close().then(() => store.close())
        return closing
      },
    }
  } catch (error) {
    await store.close()
    throw error
  }
}
