// Three servers behind a load balancer: whichever receives an update, every shopper sees it, and nothing is done twice.
// The clock stands still unless a test moves it, so changes arrive through Postgres and not by polling.
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type World, waitingEvent } from './harness.ts'
import {
  createGate,
  createStop,
  databaseUrl,
  hold,
  unlessSkipped,
  useInstances,
  withoutNotifications,
} from './instances-world.ts'

describe.skipIf(!databaseUrl)(`three instances on one Postgres${unlessSkipped}`, () => {
  const three = useInstances()

  const statusAt = async ({ read }: World, id: string, headers?: Record<string, string>) =>
    (await (await read(id, headers)).json()).status

  describe('a read', () => {
    test('that is held on one instance is answered with the outcome when the webhook reaches another', async () => {
      const { all, service } = three()
      const [a, b] = all
      const { id } = await a.pay('A-1001')
      const etag = (await a.read(id)).headers.get('etag') ?? ''

      const held = await hold(a, id, etag, 20)
      await b.move(service.only(), 'COMPLETED')
      const answer = await held.answer

      expect(answer.status).toBe(200)
      expect(await answer.json()).toMatchObject({ status: 'COMPLETED', outcome: 'complete' })
    })

    test('sees each change right after it, whichever instance receives it and whichever answers', async () => {
      const { all, service } = three()
      const [a, b, c] = all
      const { id } = await a.pay('A-1001')
      const etags = [(await a.read(id)).headers.get('etag') ?? '']

      for (const [receiver, status] of [
        [b, 'INITIATED'],
        [c, 'AUTHORIZED'],
        [a, 'COMPLETED'],
      ] as const) {
        const before = etags.at(-1) ?? ''
        await receiver.move(service.only(), status)
        for (const { read } of all) {
          const answer = await read(id, { 'if-none-match': before, prefer: 'wait=20' })
          expect(await answer.json()).toMatchObject({ status })
          etags.push(answer.headers.get('etag') ?? '')
        }
      }

      const versions = etags.map((etag) => /^"(\d+)-/.exec(etag)?.[1]).join('')
      expect(versions).toBe('2333444555')
      // All instances give a version the same tag.
      expect(new Set(etags).size).toBe(4)
    })

    test('never shows an older state than another instance has shown, even without notifications', async () => {
      const { all, service, join } = three()
      const [a, b] = all
      const late = await join('late', { db: withoutNotifications })
      const { id } = await a.pay('A-1001')

      const shown = [await statusAt(late, id)]
      await b.move(service.only(), 'COMPLETED')
      for (const instance of [b, late, a, late]) shown.push(await statusAt(instance, id))

      expect(shown).toEqual(['CREATED', 'COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED'])
    })
  })

  describe('a webhook', () => {
    test('of each step, on three instances at the same moment, pays the order once and raises no alert', async () => {
      const { all, service } = three()
      const [a] = all
      const { id } = await a.pay('A-1001')
      const payin = service.only()
      payin.status = 'COMPLETED'
      const held = await Promise.all(all.map((instance, at) => hold(instance, id, '"2"', 20 + at)))

      const steps = ['AUTHORIZED', 'SETTLED', 'COMPLETED']
      await Promise.all(all.map(({ webhook }, at) => webhook(payin, steps[at])))

      for (const { answer } of held)
        expect(await (await answer).json()).toMatchObject({ outcome: 'complete' })
      expect([await a.order('A-1001'), await a.alerts()]).toEqual(['paid', []])
      // Instances do not share fetches of the same moment: at worst there is one for each webhook.
      expect(service.calls.length).toBeLessThanOrEqual(1 + steps.length)
    })

    test('of an older step that one instance still writes does not undo the outcome from another', async () => {
      const { all, service, join } = three()
      const [a, b] = all
      const locked = createStop('where id = $1 for no key update')
      const slow = await join('slow', { db: locked.stopping })
      const { id } = await a.pay('A-1001')

      const older = slow.move(service.only(), 'AUTHORIZED')
      await locked.reached
      const newer = b.move(service.only(), 'COMPLETED')
      await untilBlocked(b)
      locked.resume()
      await Promise.all([older, newer])

      expect(await (await a.read(id)).json()).toMatchObject({ outcome: 'complete' })
      expect([await a.order('A-1001'), await a.alerts()]).toEqual(['paid', []])
    })

    test('of each of two payins of one order, on two instances at once, sells once and raises an alert', async () => {
      const { all, service, join } = three()
      const [a, b] = all
      const locked = createStop('from orders where id')
      const slow = await join('slow', { db: locked.stopping })
      await a.pay('A-1001')
      await a.pay('A-1001', randomUUID(), { payment: { method: 'card' } })
      const [one, two] = service.payins.values()
      if (!one || !two) throw new Error('There are not two payins.')

      const first = slow.move(one, 'COMPLETED')
      await locked.reached
      const second = b.move(two, 'COMPLETED')
      await untilBlocked(b)
      locked.resume()
      await Promise.all([first, second])

      expect([await a.order('A-1001'), await a.alerts()]).toEqual(['paid', ['paid_twice']])
    })

    test('that completes an order while another tab sends a create request blocks neither', async () => {
      const { all, service, join, logged } = three()
      const [a, b] = all
      const locked = createStop('from orders where id')
      const tab = await join('tab', { db: locked.stopping })
      const { id } = await a.pay('A-1001')
      service.only().status = 'COMPLETED'

      const created = tab.createSession('A-1001')
      await locked.reached
      const sent = b.webhook(service.only())
      await untilBlocked(b)
      locked.resume()
      const [answer] = await Promise.all([created, sent])

      expect(await answer.json()).toMatchObject({ id })
      expect(await a.order('A-1001')).toBe('paid')
      expect(logged.join()).not.toContain('webhook_failed')
    })
  })

  test('nine tabs, three on each instance, cost three calls while webhooks arrive', async () => {
    const { all, service, clock } = three()
    const [a, b, c] = all
    const { id } = await a.pay('A-1001')
    let etag = (await a.read(id)).headers.get('etag') ?? ''
    const payin = service.only()

    for (const [receiver, status] of [
      [b, 'INITIATED'],
      [c, 'AUTHORIZED'],
      [a, 'SETTLED'],
      [b, 'COMPLETED'],
    ] as const) {
      const held = []
      for (let tab = 0; tab < 9; tab++) held.push(await hold(all[tab % 3] as World, id, etag, 10 + tab))
      await receiver.move(payin, status)
      for (const { answer } of held) expect(await (await answer).json()).toMatchObject({ status })
      etag = (await receiver.read(id)).headers.get('etag') ?? ''
      await clock.advance(9_000)
      await Promise.all(all.map(({ merchant }) => merchant.sweep.runOnce()))
    }

    expect(service.calls).toHaveLength(3)
    expect(await a.order('A-1001')).toBe('paid')
  })

  describe('the sweeps', () => {
    test('of three instances ask about each due session once', async () => {
      const { all, service, clock, join } = three()
      const [a, b, c] = all
      const stop = createStop('where next_check_at <=')
      const slow = await join('slow', { db: stop.stopping })
      for (const order of ['A-1001', 'A-1002', 'A-1003']) await a.pay(order)
      await clock.advance(30_000)

      const first = slow.merchant.sweep.runOnce()
      await stop.reached
      await Promise.all([b, c].map(({ merchant }) => merchant.sweep.runOnce()))
      stop.resume()
      await first
      await Promise.all(all.map(({ merchant }) => merchant.sweep.runOnce()))

      const asked = service.calls.filter(({ method }) => method === 'GET').map(({ path }) => path)
      expect(asked.sort()).toEqual([...service.payins.keys()].map((id) => `/payins/${id}`).sort())
    })

    test('of three instances process once a webhook that a fourth stored before it died', async () => {
      const { all, service, clock } = three()
      const [a, b, c] = all
      await a.pay('A-1001')
      const payin = service.only()
      // Webhooks arrive, so the session itself is not due yet.
      await a.move(payin, 'INITIATED')
      payin.status = 'COMPLETED'
      await a.merchant.events.keep(waitingEvent(payin, clock.now()))
      await clock.advance(30_000)
      const [taking, taken] = [createGate(), createGate()]
      const first = a.db.transaction(async (tx) => {
        await tx.query('select 1 from payin_checkout.webhook_events for update')
        taking.open()
        await taken.opened
      })

      await taking.opened
      await Promise.all([b, c].map(({ merchant }) => merchant.sweep.runOnce()))
      taken.open()
      await first
      await Promise.all(all.map(({ merchant }) => merchant.sweep.runOnce()))

      expect(service.calls.filter(({ method }) => method === 'GET')).toHaveLength(1)
      expect(await a.order('A-1001')).toBe('paid')
    })
  })
})

/** Resolves when one of this instance's transactions waits for another's lock. */
async function untilBlocked({ db }: World): Promise<void> {
  const sql = `select 1 from pg_stat_activity where wait_event_type = 'Lock'
    and application_name = current_setting('application_name')`
  await expect.poll(() => db.query(sql)).not.toEqual([])
}
