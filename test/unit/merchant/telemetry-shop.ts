// A shop with metrics or spans beside `createMerchant`, on a database and with the sandbox as its service.
import { randomUUID } from 'node:crypto'
import type { Session } from 'payin-checkout/server'
import { afterEach, beforeEach, expect } from 'vitest'
import {
  createMerchant,
  type MerchantOptions,
  type MerchantServer,
  migrate,
  type Orders,
  type Store,
} from '../../../src/merchant/index.ts'
import { type RunningSandbox, startSandbox } from '../../../src/sandbox/start-sandbox.ts'
import { useEmptyDatabase } from '../../support/each-database.ts'

export const origin = 'http://localhost:4000'
/** Prepares a shop before each test of a file. */
export function useTelemetryShop() {
  let sandbox: RunningSandbox
  const emptyDatabase = useEmptyDatabase()
  let store: Store
  let shipped: string[]
  let started: MerchantServer[]
  /** The instance that gets the webhooks. */
  let webhookReceiver: MerchantServer | undefined

  beforeEach(async () => {
    started = []
    shipped = []
    sandbox = await startSandbox({
      port: 0,
      rateLimit: 0,
      fetch: async (url, init) => {
        if (!webhookReceiver) throw new Error('Nobody is there.')
        return webhookReceiver.fetch(new Request(String(url), init))
      },
    })
    store = emptyDatabase()
    await migrate(store)
  })
  afterEach(async () => {
    await Promise.all(started.map((merchant) => merchant.close()))
    await sandbox.close()
  })

  /** A shop with one order, in memory. */
  function orders(): Orders {
    let paidBy: string | null = null
    return {
      find: async (_tx, id) => ({
        id,
        amount: { value: '49.90', currency: 'EUR' },
        payer: { email: 'ada@shop.example' },
        paidBy,
      }),
      async setPaid(_tx, _id, payment) {
        paidBy = payment.id
      },
      async fulfil({ subject }) {
        shipped.push(subject)
      },
    }
  }

  /** An instance of the shop. */
  async function start(onEvent: MerchantOptions['onEvent'], path = ''): Promise<MerchantServer> {
    const service = {
      baseUrl: sandbox.origin,
      apiKey: 'test_sandbox',
      webhookSecrets: 'sandbox_webhook_secret',
    }
    const merchant = await createMerchant({
      service,
      publicUrl: origin + path,
      store,
      orders: orders(),
      onEvent,
    })
    started.push(merchant)
    return merchant
  }

  async function createSession(merchant: MerchantServer, path = ''): Promise<Session> {
    const response = await merchant.fetch(
      new Request(`${origin}${path}/checkout/sessions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
        body: JSON.stringify({ order: 'A-1' }),
      }),
    )
    expect(response.status).toBe(201)
    return (await response.json()) as Session
  }

  /** The shopper pays: the service reports COMPLETED. */
  async function pay(): Promise<void> {
    for (const { id } of sandbox.service.payins.list())
      await fetch(`${sandbox.origin}/sandbox/payins/${id}/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ status: 'COMPLETED' }),
      })
    await expect.poll(() => shipped).toEqual(['A-1'])
  }

  const sessionRow = async () => {
    const [row] = await store.query<{ id: string }>('select id from payin_checkout.sessions')
    return row?.id ?? 'none'
  }
  return {
    start,
    createSession,
    pay,
    sessionRow,
    get sandbox() {
      return sandbox
    },
    get webhookReceiver() {
      return webhookReceiver as MerchantServer
    },
    set webhookReceiver(merchant: MerchantServer) {
      webhookReceiver = merchant
    },
  }
}
