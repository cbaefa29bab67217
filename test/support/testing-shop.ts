// The `startShop` of docs/testing.md: the example shop on a merchant server, as readers would start theirs.
import { setTimeout } from 'node:timers/promises'
import { seedOrders } from '../../demo/orders-on-sale.ts'
import { startExampleShop } from './example-shop.ts'
import { freePort } from './free-port.ts'

interface Session {
  readonly id: string
  readonly outcome: string
}

export async function startShop(env: Record<string, string>) {
  const port = String(await freePort())
  const url = `http://localhost:${port}`
  const server = await startExampleShop(
    { PORT: port, PUBLIC_URL: url, ...env },
    { onEvent: [], prepare: (db) => seedOrders(db, new Date()) },
  )
  const sessions = new Map<string, string>()

  async function createSession(order: string, key: string): Promise<void> {
    const response = await fetch(`${url}/checkout/sessions`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      body: JSON.stringify({ order, kind: 'payin' }),
    })
    if (response.status === 503) {
      // Like the widget.
      await setTimeout(Number(response.headers.get('Retry-After') ?? 1) * 1_000)
      return createSession(order, key)
    }
    sessions.set(order, ((await response.json()) as Session).id)
  }

  return {
    url,
    pressPay: (order: string) => createSession(order, crypto.randomUUID()),
    /** Waits for a final outcome: the server may still read at the service after it has answered a webhook. */
    async outcomeOf(order: string): Promise<string> {
      for (;;) {
        const response = await fetch(`${url}/checkout/sessions/${sessions.get(order)}`)
        const { outcome } = (await response.json()) as Session
        if (outcome !== 'open' && outcome !== 'authorized') return outcome
        await setTimeout(50)
      }
    },
    close: () => server.close(),
  }
}
