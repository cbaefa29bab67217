// `payin-checkout reconcile` with a real merchant server and a real sandbox, both in this process.
import { randomUUID } from 'node:crypto'
import { ledgerIn } from '../../../../src/cli/reconcile/database-ledger.ts'
import { type ReconcileOptions, runReconcile } from '../../../../src/cli/reconcile/run-reconcile.ts'
import type { Store } from '../../../../src/merchant/store/db.ts'
import { apiKey } from '../../merchant/harness.ts'
import { backofficeToken, useSandboxWorld } from '../../merchant/sandbox-world.ts'
import { fakeTerminal } from '../fake-terminal.ts'

/** The world of the running test; each test file prepares it with `useReconcileWorld`. */
export let world: ReturnType<typeof useSandboxWorld>

/**
 * Prepares a world before each test of the file that calls it. Each file calls it: hooks that this module registered on import
 * would belong to the first file only.
 */
export function useReconcileWorld(): void {
  world = useSandboxWorld()
}
export const env = { PAYMENTS_BASE_URL: 'https://pay.example', PAYMENTS_API_KEY: apiKey }
export const hour = 3_600_000

/** The requests to the service, as `GET /path?query`. */
export const asked: string[] = []

interface Also {
  /** Runs each time the command waits before it checks again. */
  readonly meanwhile?: () => Promise<unknown>
  readonly env?: NodeJS.ProcessEnv
  readonly fetch?: typeof fetch
}

export async function reconcile(options: Partial<ReconcileOptions> = {}, { meanwhile, ...also }: Also = {}) {
  const { db, clock, sandbox } = world()
  asked.splice(0)
  const { terminal, lines, errorLines, ended } = fakeTerminal(also.env ?? env)
  const service: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(String(input))
    asked.push(`${init?.method} ${pathname}${search}`)
    return sandbox.app.request(String(input), init)
  }
  const code = await runReconcile({ since: '24h', callsPerSecond: '100', ...options }, terminal, {
    now: clock.now,
    sleep: async (ms) => {
      await clock.advance(ms)
      if (ms >= 1_000) await meanwhile?.()
    },
    fetch: also.fetch ?? service,
    // The ledger would close the database, which the world still needs.
    openDatabase: () => ledgerIn({ ...db, close: async () => {} } as Store),
  })
  return { code, lines, errorLines, ended, found: lines.filter((line) => !line.startsWith(' ')).slice(0, -2) }
}

/** Reports differences at once. */
export const hasty = { timeout: '0s' }
export const payins = () => world().sandbox.service.payins.list()
export const move = (status: string, id = payins()[0]?.id) =>
  world().command(`payins/${id}/status`, { status })
export const lose = () => world().fault({ fault: 'webhook_lost' })
export const payout = (reference: string) =>
  backoffice('payouts', { reference, amount: { value: '12.00', currency: 'EUR' } })
export const settle = (alert: number, as: string) => backoffice(`alerts/${alert}/settle`, { as, by: 'mara' })

const backoffice = (path: string, body: object) =>
  world().app.request(`/backoffice/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${backofficeToken}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  })

/** Another shop creates a payin with the same API key. */
export const makeElsewhere = (reference?: string) =>
  world().sandbox.app.request('https://pay.example/api/v2/payins', {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({
      amount: { value: '5.00', currency: 'EUR' },
      payer: { email: 'mara@example.test' },
      return_url: 'https://other.example/',
      ...(reference !== undefined && { reference }),
    }),
  })
