// Plays a story and says what was wrong in it: on the way, and once all is calm.
import type { SharedDatabase } from '../crash/shared-database.ts'
import { type Action, createActions } from './actions.ts'
import { type DatabaseState, readDatabaseState } from './database-state.ts'
import { isPromisedAt, latest, type ServiceObject, wasCompleted } from './service-object.ts'
import { openWorld, type World } from './world.ts'

const minuteMs = 60_000

export type Step =
  /** Acts that happen at the same time, each at one instance. */
  | { readonly acts: readonly (Action & { readonly instance: number })[] }
  | { readonly passMs: number }
  | { readonly alone: Action }

export interface Story {
  readonly instances: number
  readonly steps: readonly Step[]
  /** What becomes of the webhooks that have not arrived by then. */
  readonly ending: 'told' | 'lost'
}

/** @returns every complaint by its label; none when all is well */
export const play = async (database: SharedDatabase, story: Story): Promise<Map<string, string>> =>
  (await playOut(database, story)).violations

export interface Played {
  readonly violations: Map<string, string>
  /** What the shop looks like from outside: what presses were answered, what is paid, shipped and raised. */
  readonly seen: readonly string[]
}

/** The same, with all that can be seen of it. @param more variables of the servers that are others than usual */
export async function playOut(
  database: SharedDatabase,
  story: Story,
  more: Record<string, string> = {},
): Promise<Played> {
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
  await comeToRest(world, acts, story.ending)
  await world.close()
  const { paid, parcels, alerts } = await readDatabaseState(database.db)
  const seen = [
    ...world.told,
    ...paid.map(({ subject, session }) => `paid ${subject} ${session}`).sort(),
    ...parcels.map((order) => `shipped ${order}`).sort(),
    ...alerts.map(({ kind, session }) => `alert ${kind} ${session}`).sort(),
    ...world.service.objects.map((object) => `${object.kind} ${object.reference} ${latest(object).status}`),
  ]
  return { violations: world.violations, seen }
}

async function comeToRest(
  world: World,
  acts: ReturnType<typeof createActions>,
  ending: Story['ending'],
): Promise<void> {
  const { service, timeline, until } = world
  const first = world.instance(0)
  service.calm()
  const sweepAll = () => until(Promise.all(world.instances.map(({ merchant }) => merchant.sweep.runOnce())))
  if (ending === 'told')
    for (const letter of service.letters.filter(({ arrived }) => !arrived))
      await until(acts.deliver(letter, first))
  for (const minutes of [0.6, 3, 31, 65]) {
    await timeline.advance(minutes * minuteMs)
    await sweepAll()
    await world.idle()
  }
  // A press asks about all that was paid earlier: what a restored database has lost is found then at the latest.
  for (const order of world.orders.keys()) {
    const press = { do: 'press', tab: 90 + order, order, choice: 0, again: false } as const
    await until(acts.press(press, first))
    await world.idle()
  }
  // The same for payouts: the back office reads what it believes that it has issued.
  await until(acts.readPayout(first))
  await sweepAll()
  await world.idle()
  await until(acts.reread(first))
  checkBooks(world, acts.rules, await readDatabaseState(world.database.db), ending)
}

/** Kinds of alerts that tell a person of money that has come and paid no order. */
const tellsOfMoney = [
  'paid_twice',
  'amount_differs',
  'order_unknown',
  'second_payment',
  'unknown_payment',
  'disputed',
]

function checkBooks(
  { service }: World,
  { report }: ReturnType<typeof createActions>['rules'],
  books: DatabaseState,
  ending: Story['ending'],
): void {
  const sessionOf = (object: ServiceObject) => books.sessions.find(({ serviceId }) => serviceId === object.id)
  const paidBy = (object: ServiceObject) => {
    const session = sessionOf(object)
    return books.paid.some((paid) => session !== undefined && paid.session === session.id)
  }
  const alertsOf = (object: ServiceObject) => {
    const session = sessionOf(object)
    return books.alerts.filter(
      ({ session: of, detail }) => (session !== undefined && of === session.id) || detail.includes(object.id),
    )
  }
  for (const object of service.objects) {
    const { status } = latest(object)
    const name = `${object.kind} of ${object.reference}, ${status}`
    // Only a webhook tells of these, and there was none.
    const isHidden =
      object.ofLostRow ||
      (ending === 'lost' && (object.revived || object.kind === 'on_ramp') && !wasTold(service, object))
    const isTold = alertsOf(object).some(({ kind }) => tellsOfMoney.includes(kind))
    if (object.foreign) {
      if (paidBy(object)) report('other money pays an order', name)
      else if (!isTold && wasTold(service, object) && !object.ofLostRow)
        report('other money is taken in silence', name)
      continue
    }
    const lost = books.alerts.some(
      ({ kind, detail }) => kind === 'unknown_payment' && detail.includes(object.kind),
    )
    const here = sessionOf(object)?.outcome
    const isKnown = here === 'authorized' || here === 'complete'
    if (
      object.ofLostRow &&
      wasTold(service, object) &&
      isPromisedAt(object, Number.POSITIVE_INFINITY) &&
      !lost &&
      // The row of an on-ramp may be older than its transaction, and have come back with the copy. Where another
      // transaction of it was paid by then, this one is raised as a second payment.
      !isKnown &&
      !isTold
    )
      report('money of a lost row is taken in silence', name)
    if (isHidden) continue
    if (wasCompleted(object) && !paidBy(object) && !isTold) report('a completed payment is lost', name)
    if (isPromisedAt(object, Number.POSITIVE_INFINITY)) {
      if (!isKnown && !isTold) report('a promise is not known', `${name}, here ${here}`)
    }
    const disputes = service.letters.filter(
      (letter) => letter.object === object && letter.status === 'DISPUTED',
    )
    if (
      disputes.some(({ arrived, forgotten }) => arrived && !forgotten) &&
      !alertsOf(object).some(({ kind }) => /disput/.test(kind))
    )
      report('a dispute is not raised', name)
    const session = sessionOf(object)
    if (
      ending === 'told' &&
      session?.outcome === 'complete' &&
      object.kind === 'payin' &&
      session.status !== status
    )
      report('an old status is shown', `${name}, here ${session.status}`)
  }
  const twice = books.parcels.filter((order, index) => books.parcels.indexOf(order) !== index)
  if (twice.length > 0) report('an order is shipped twice', twice.join())
}

const wasTold = ({ letters }: World['service'], object: ServiceObject) =>
  letters.some((letter) => letter.object === object && letter.arrived && !letter.forgotten)
