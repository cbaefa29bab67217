// Runs a story and collects its violations: during the steps, and at the end when nothing happens any more.
import type { SharedDatabase } from '../crash/shared-database.ts'
import { type Action, createActions } from './actions.ts'
import { type DatabaseState, readDatabaseState } from './database-state.ts'
import { isPromisedAt, isPromiseStatus, latest, type ServiceObject, wasCompleted } from './service-object.ts'
import { openWorld, type World } from './world.ts'

const minuteMs = 60_000

export type Step =
  /** Actions that happen at the same time, each at one instance. */
  | { readonly acts: readonly (Action & { readonly instance: number })[] }
  | { readonly passMs: number }
  | { readonly alone: Action }

export interface Story {
  readonly instances: number
  readonly steps: readonly Step[]
  /** What happens at the end with webhooks that were not delivered yet. */
  readonly ending: 'delivered' | 'lost'
}

/** @returns every violation by its label; none when everything is right */
export const runStory = async (database: SharedDatabase, story: Story): Promise<Map<string, string>> =>
  (await runAndRecord(database, story)).violations

export interface RunResult {
  readonly violations: Map<string, string>
  /** The shop from outside: the answers to create requests, and what is paid, shipped and raised. */
  readonly seen: readonly string[]
}

/** Runs a story and also returns what can be seen from outside. @param more environment variables that replace the defaults */
export async function runAndRecord(
  database: SharedDatabase,
  story: Story,
  more: Record<string, string> = {},
): Promise<RunResult> {
  const world = await openWorld(database, story.instances, more)
  const acts = createActions(world)
  for (const step of story.steps) {
    if (!('acts' in step)) world.trace(step)
    if ('passMs' in step) await world.timeline.advance(step.passMs)
    else if ('alone' in step) await acts.alone(step.alone)
    else
      await world.until(Promise.all(step.acts.map((act) => acts.perform(act, world.instance(act.instance)))))
    await world.idle()
    acts.rules.checkPayable()
  }
  await settle(world, acts, story.ending)
  await world.close()
  const { paid, parcels, alerts } = await readDatabaseState(database.db)
  const seen = [
    ...world.answers,
    ...paid.map(({ subject, session }) => `paid ${subject} ${session}`).sort(),
    ...parcels.map((order) => `shipped ${order}`).sort(),
    ...alerts.map(({ kind, session }) => `alert ${kind} ${session}`).sort(),
    ...world.service.objects.map((object) => `${object.kind} ${object.reference} ${latest(object).status}`),
  ]
  return { violations: world.violations, seen }
}

async function settle(
  world: World,
  acts: ReturnType<typeof createActions>,
  ending: Story['ending'],
): Promise<void> {
  const { service, timeline, until } = world
  const first = world.instance(0)
  service.endFaults()
  const sweepAll = () => until(Promise.all(world.instances.map(({ merchant }) => merchant.sweep.runOnce())))
  if (ending === 'delivered')
    for (const webhook of service.webhooks.filter(({ isDelivered }) => !isDelivered))
      await until(acts.deliver(webhook, first))
  for (const minutes of [0.6, 3, 31, 65]) {
    await timeline.advance(minutes * minuteMs)
    await sweepAll()
    await world.idle()
  }
  // A create request checks all earlier payments: payments that a restored database has lost are found then at the latest.
  for (const order of world.orders.keys()) {
    const press = { do: 'press', tab: 90 + order, order, spelling: 0, choice: 0, again: false } as const
    await until(acts.press(press, first))
    await world.idle()
  }
  // The same for payouts: the back office reads the payouts that it has created.
  await until(acts.readPayout(first))
  await sweepAll()
  await world.idle()
  await until(acts.reread(first))
  checkState(world, acts.rules, await readDatabaseState(world.database.db), ending)
}

/** The kinds of alerts for money that has come and paid no order. */
const moneyAlerts = [
  'paid_twice',
  'amount_differs',
  'order_unknown',
  'second_payment',
  'unknown_payment',
  'disputed',
]

function checkState(
  { service }: World,
  { report }: ReturnType<typeof createActions>['rules'],
  state: DatabaseState,
  ending: Story['ending'],
): void {
  const sessionOf = (object: ServiceObject) => state.sessions.find(({ serviceId }) => serviceId === object.id)
  const paidBy = (object: ServiceObject) => {
    const session = sessionOf(object)
    return state.paid.some((paid) => session !== undefined && paid.session === session.id)
  }
  const alertsOf = (object: ServiceObject) => {
    const session = sessionOf(object)
    return state.alerts.filter(
      ({ session: of, detail }) => (session !== undefined && of === session.id) || detail.includes(object.id),
    )
  }
  for (const object of service.objects) {
    const { status } = latest(object)
    const name = `${object.kind} of ${object.reference}, ${status}`
    // Only a webhook reports these payments, and none was delivered, or a restored database has lost it. The service does not
    // send it again.
    const isReportedOnce = object.kind === 'on_ramp' || (ending === 'lost' && object.revived)
    const isHidden = object.ofLostRow || (isReportedOnce && !wasReported(service, object))
    // Of a promise, which is no money yet, another alert was raised.
    const isOfMoney = ({ kind, detail }: { kind: string; detail: string }) =>
      moneyAlerts.includes(kind) && !detail.startsWith('promised')
    const isAlerted = alertsOf(object).some(isOfMoney)
    if (object.foreign) {
      if (paidBy(object)) report('other money pays an order', name)
      else if (!isAlerted && wasReported(service, object) && !object.ofLostRow)
        report('other money is taken in silence', name)
      continue
    }
    const lost = state.alerts.some(
      ({ kind, detail }) => kind === 'unknown_payment' && detail.includes(object.kind),
    )
    const here = sessionOf(object)?.outcome
    const isKnown = here === 'authorized' || here === 'complete'
    if (
      object.ofLostRow &&
      wasReported(service, object) &&
      isPromisedAt(object, Number.POSITIVE_INFINITY) &&
      !lost &&
      // The row of an on-ramp may be older than its transaction, so it is in the restored backup. If another transaction of
      // it was paid by then, an alert for a second payment is raised for this one.
      !isKnown &&
      !isAlerted
    )
      report('money of a lost row is taken in silence', name)
    if (isHidden) continue
    if (wasCompleted(object) && !paidBy(object) && !isAlerted) report('a completed payment is lost', name)
    if (isPromisedAt(object, Number.POSITIVE_INFINITY)) {
      if (!isKnown && !isAlerted) report('a promise is not known', `${name}, here ${here}`)
    }
    const disputes = service.webhooks.filter(
      (webhook) => webhook.object === object && webhook.status === 'DISPUTED',
    )
    if (
      disputes.some(({ isDelivered, isForgotten }) => isDelivered && !isForgotten) &&
      !alertsOf(object).some(({ kind }) => /disput/.test(kind))
    )
      report('a dispute is not raised', name)
    const session = sessionOf(object)
    if (
      ending === 'delivered' &&
      session?.outcome === 'complete' &&
      object.kind === 'payin' &&
      session.status !== status
    )
      report('an old status is shown', `${name}, here ${session.status}`)
  }
  const twice = state.parcels.filter((order, index) => state.parcels.indexOf(order) !== index)
  if (twice.length > 0) report('an order is shipped twice', twice.join())
}

/** Whether a webhook reported its money. One from before a revival reports nothing of what came after it. */
const wasReported = ({ webhooks }: World['service'], object: ServiceObject) =>
  webhooks.some(
    (webhook) =>
      webhook.object === object &&
      webhook.isDelivered &&
      !webhook.isForgotten &&
      (!object.revived || isPromiseStatus(object.kind, webhook)),
  )
