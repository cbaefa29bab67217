// A shop that keeps finished payments for 30 days, and steps that tests of cleaning share.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type FakePayin, signed } from './fake-service.ts'
import { useWorld } from './harness.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
export const withIban = { payment: { method: 'bank_account', iban: 'DE89370400440532013000' } }

/** Prepares a shop before each test of a file. */
export function useCleaning() {
  const environment = { KEEP_FOR: '30', BACKOFFICE_TOKEN: 'backoffice_token_canary_0123456789' }
  const world = useWorld({ environment })
  const rows = <T extends object>(sql: string) => world().db.query<T>(sql)
  const parcels = () => rows('select order_id from parcels')
  const marks = () =>
    rows<{ cleaned: boolean }>(
      'select cleaned_at is not null as cleaned from payin_checkout.sessions order by order_id, attempt',
    )
  const areCleaned = async () => (await marks()).map(({ cleaned }) => cleaned)
  const link = (id: string) => world().app.request(`/checkout/sessions/${id}/link`, { method: 'POST' })

  /** Days pass while a server runs. It only gets no requests. */
  async function pass(days: number, env: Record<string, string> = environment): Promise<void> {
    await world().merchant.close()
    await world().clock.advance(days * dayMs)
    await world().db.query('update payin_checkout.installation set beat_at = $1', [
      new Date(world().clock.now()),
    ])
    await world().restart(env)
    await world().db.query('update payin_checkout.installation set rows_kept_until = null')
  }

  /** Time passes until every followed payment is checked, and then until everything that is due is cleaned. */
  async function clean(days = 31): Promise<void> {
    for (const minutes of [2, 12, 62, 62]) {
      await world().clock.advance(minutes * minuteMs)
      await world().merchant.sweep.runOnce()
    }
    await pass(days)
    await cleanAll()
  }

  async function cleanAll(): Promise<void> {
    for (let rounds = 0; await world().merchant.cleaning.round(); rounds++) expect(rounds).toBeLessThan(10)
  }

  /** An order is paid, shipped, and over. @returns its webhooks */
  async function paid(body: object = {}) {
    const key = randomUUID()
    const { id } = await world().pay('A-1001', key, body)
    const payin = world().service.only()
    const webhooks: { body: string; signature: string }[] = []
    for (const status of ['INITIATED', 'AUTHORIZED', 'COMPLETED']) {
      await world().move(payin, status)
      webhooks.push(signed(payin))
    }
    return { key, id, payin, webhooks }
  }

  /** An attempt ends without money. */
  async function failed(body: object = {}): Promise<{ key: string; id: string; payin: FakePayin }> {
    const key = randomUUID()
    const { id } = await world().pay('A-1001', key, body)
    const payin = world().service.only()
    await world().move(payin, 'FAILED')
    return { key, id, payin }
  }

  const post = async ({ body, signature }: { body: string; signature: string }, path = 'payins') => {
    const headers = { 'x-webhook-signature': signature }
    const response = await world().app.request(`/webhooks/${path}`, { method: 'POST', headers, body })
    await world().merchant.background.idle()
    return response.status
  }
  return { world, rows, parcels, areCleaned, link, environment, pass, clean, cleanAll, paid, failed, post }
}
