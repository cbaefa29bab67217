// One payout, run again for each of its awaits: the process is killed there, before the await and after it.
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeOnEachDatabase, isLong } from './databases.ts'
import type { Running } from './instance.ts'
import type { Kill } from './killable-process.ts'
import { relevantKills } from './kills.ts'
import type { SharedDatabase } from './shared-database.ts'
import { openWorld } from './world.ts'

const refund = { reference: 'R-1', amount: { value: '12.00', currency: 'EUR' } }
const backOfficeKey = randomUUID()

/** @param reported by webhooks, or else only found by the sweep */
async function payOut(database: SharedDatabase, reported: boolean, kill?: Kill) {
  const world = await openWorld(database)
  const [instance] = world.instances
  if (!instance) throw new Error('The world has no instance.')
  const { sandbox, webhooks, timeline, until } = world
  const { payouts } = sandbox.service
  const stepEnds = new Set<number>()

  /** Replaces a killed process by a new one, which begins with a sweep of everything. */
  async function replaceKilled(): Promise<void> {
    while (instance?.serverProcess.isKilled) {
      await until(instance.start())
      await until(instance.ask(({ merchant }) => merchant.sweep.runOnce(true)))
    }
  }
  /** Asks again when the process is killed meanwhile: then there was no answer. It is killed once. */
  const step = async <T extends object | string | number | boolean>(work: (running: Running) => Promise<T>) =>
    (await stepOnce(work)) ?? stepOnce(work)
  async function stepOnce<T>(work: (running: Running) => Promise<T>): Promise<T | undefined> {
    let result: T | undefined
    await until(
      Promise.resolve(instance?.ask(work)).then((answer) => {
        result = answer
      }),
    )
    await until(Promise.resolve(instance?.ask(({ merchant }) => merchant.background.idle())))
    await replaceKilled()
    stepEnds.add(firstProcess.awaits.length)
    return result
  }
  const issue = (key: string) =>
    step(({ merchant }) => merchant.payouts.create(key, refund).catch((error: Error) => error.name))
  /** The service sends each webhook again until it is answered. */
  async function report(): Promise<void> {
    if (!reported) {
      await timeline.advance(31_000)
      await replaceKilled()
      await stepOnce(({ merchant }) => merchant.sweep.runOnce())
      return
    }
    for (let tries = 0; tries < 2; tries++)
      for (const webhook of webhooks.sent.filter(({ isDelivered }) => !isDelivered)) {
        const { path, headers, body } = webhook
        const answer = await step(async ({ app }) => app.request(path, { method: 'POST', headers, body }))
        if (answer?.ok) webhook.isDelivered = true
      }
  }

  const started = instance.start(kill)
  const firstProcess = instance.serverProcess
  await until(started)
  await replaceKilled()
  await issue(backOfficeKey)
  const issued = await issue(backOfficeKey)
  const { id, claim_code: code } = Object(issued) as { id: string; claim_code: string }
  const claim = () =>
    step(async ({ app }) => {
      const headers = { 'content-type': 'application/json' }
      const init = { method: 'POST', headers, body: JSON.stringify({ code }) }
      return (await app.request(`/checkout/sessions/${id}/link`, init)).status
    })
  await claim()
  const claimed = await claim()
  const payout = payouts.list()[0]?.id ?? ''
  payouts.open(payout)
  await report()
  payouts.claim(payout)
  await timeline.advance(10_000)
  await replaceKilled()
  await report()

  // The back office asks for the money once more, and the processes end and start.
  for (const { serverProcess } of world.instances) serverProcess.cancelKill()
  await timeline.advance(60 * 60_000)
  await stepOnce(({ merchant }) => merchant.sweep.runOnce())
  const again = await issue(randomUUID())
  await stepOnce(({ merchant }) => merchant.close())
  sandbox.dispose()
  const rows = await database.db.query(
    `select status, (select count(*)::int from payin_checkout.sessions) as sessions,
       (select count(*)::int from payin_checkout.outbox where done_at is not null) as told,
       (select count(*)::int from payin_checkout.alerts) as alerts
     from payin_checkout.payouts where id = 'R-1'`,
    [],
  )
  const made = payouts.list().map(({ status }) => status)
  return { awaits: [...firstProcess.awaits], stepEnds, seen: { claimed, made, again, rows } }
}

const paidOutOnce = {
  claimed: 200,
  made: ['COMPLETED'],
  again: 'OrderAlreadyPaid',
  rows: [{ status: 'paid', sessions: 1, told: 1, alerts: 0 }],
}

describeOnEachDatabase((database) => {
  test.each([
    ['reported by webhooks', true],
    ['found by the sweep', false],
  ])(
    'a payout %s is paid out once, wherever the process is killed',
    { timeout: 600_000 },
    async (_, reported) => {
      const undisturbed = await payOut(database(), reported)
      expect(undisturbed.seen).toEqual(paidOutOnce)
      for (const kill of relevantKills(undisturbed)) {
        const { seen } = await payOut(database(), reported, kill)
        const name = undisturbed.awaits[kill.at - 1]
        expect(seen, `It dies ${kill.when} await ${kill.at}: ${name}`).toEqual(paidOutOnce)
      }
    },
  )
}, isLong)
