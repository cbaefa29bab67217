// What must be true in every story. Each violation says what a shopper or the merchant would suffer.
import { type Attempt, attemptBehind, type DatabaseState, readDatabaseState } from './database-state.ts'
import type { World } from './world.ts'

export function createChecks(world: World) {
  const { database, sandbox, webhooks, violations } = world
  /** Orders whose money is authorized or paid here, and orders for which another payin was requested nevertheless. */
  let holdingMoney = new Set<string>()
  const askedAgain = new Set<string>()
  const complete = new Set<string>()
  const sent = new Map<string, string>()
  let checkedAtCall = -1

  world.network.onCreate(({ key, body }) => {
    const { reference, return_url } = JSON.parse(body) as { reference: string; return_url: string }
    const request = `${key} ${body}`
    if ((sent.get(return_url) ?? request) !== request)
      violations.push(`an attempt of ${reference} is sent again with another key or with other bytes`)
    sent.set(return_url, request)
    const isMade = sandbox.service.payins.list().some((payin) => payin.return_url === return_url)
    if (holdingMoney.has(reference) && !isMade) askedAgain.add(reference)
  })

  return {
    /** Checks between two steps, while processes may be killed. */
    async checkNow(): Promise<void> {
      if (database.callCount === checkedAtCall) return
      const state = await readDatabaseState(database.db)
      const { attempts } = state
      checkedAtCall = database.callCount
      violations.push(...inconsistentPayments(state))
      const withMoney = attempts.filter(({ outcome }) => outcome === 'authorized' || outcome === 'complete')
      holdingMoney = new Set(withMoney.map(({ order }) => order))
      // When the authorized payment has failed meanwhile, the order is unpaid and may get another payin.
      for (const order of askedAgain)
        if (holdingMoney.has(order))
          violations.push(`${order} gets a new payin although its money is authorized`)
      askedAgain.clear()
      for (const attempt of attempts) {
        const isComplete = attempt.outcome === 'complete'
        if (complete.has(attempt.id) && !isComplete)
          violations.push(`${nameOf(attempt)} was complete and is no more`)
        if (!isComplete) continue
        complete.add(attempt.id)
        if (!attempt.serviceId || !webhooks.hasSent(attempt.serviceId, 'COMPLETED'))
          violations.push(`${nameOf(attempt)} is complete, and its payin never was`)
      }
    },

    /** Checks at the end, when nothing happens any more. @returns all violations */
    async violations(): Promise<string[]> {
      const state = await readDatabaseState(database.db)
      return [
        ...violations,
        ...payinsWithoutTheirAttempt(world, state),
        ...lostPayments(world, state),
        ...wrongShipments(world, state),
        ...forgottenAttempts(state),
        ...(state.unfinished > 0
          ? ['a webhook or a hand-over was written down and never worked through']
          : []),
      ]
    },
  }
}

const nameOf = ({ order, attempt }: Attempt) => `attempt ${attempt} of ${order}`

/** At most one payin per attempt, and every payin is stored with its attempt. */
function payinsWithoutTheirAttempt({ sandbox }: World, { attempts }: DatabaseState): string[] {
  const taken = new Set<string>()
  return sandbox.service.payins.list().flatMap(({ id, status, reference, return_url }) => {
    const attempt = attemptBehind(return_url, attempts)
    if (!attempt) return [`a payin of ${reference} (${status}) was made for no attempt that is on record`]
    if (taken.has(attempt.id)) return [`${nameOf(attempt)} has two payins`]
    taken.add(attempt.id)
    return attempt.serviceId === id ? [] : [`the payin (${status}) of ${nameOf(attempt)} is not known`]
  })
}

/** "The order is paid" and "the session is complete" are one commit: neither is ever true alone, after any crash. */
function inconsistentPayments({ attempts, paid, alerts }: DatabaseState): string[] {
  const isPaid = new Set(paid.map(({ attempt }) => attempt))
  const isAlerted = new Set(alerts.map(({ attempt }) => attempt))
  const orders = paid.filter(
    ({ attempt }) => attempts.find(({ id }) => id === attempt)?.outcome !== 'complete',
  )
  const sessions = attempts.filter(
    ({ id, outcome }) => outcome === 'complete' && !isPaid.has(id) && !isAlerted.has(id),
  )
  return [
    ...orders.map(({ order }) => `${order} is paid, and its session is not complete`),
    ...sessions.map((attempt) => `${nameOf(attempt)} is complete, and its order is not paid`),
  ]
}

const moneyAlerts: readonly string[] = ['paid_twice', 'amount_differs', 'order_unknown']

/** Every completed payment has paid its order or raised an alert. */
function lostPayments({ sandbox, webhooks }: World, { attempts, paid, alerts }: DatabaseState): string[] {
  const alerted = alerts.filter(({ kind }) => moneyAlerts.includes(kind))
  const recorded = new Set([...paid, ...alerted].map(({ attempt }) => attempt))
  return sandbox.service.payins
    .list()
    .filter(({ id }) => webhooks.hasSent(id, 'COMPLETED'))
    .filter(({ return_url }) => !recorded.has(attemptBehind(return_url, attempts)?.id ?? ''))
    .map(({ reference }) => `a completed payment of ${reference} is lost in silence`)
}

/** Every paid order is shipped once, for its own money, and no other order is. */
function wrongShipments({ webhooks }: World, { attempts, paid, shipped }: DatabaseState): string[] {
  const text = ({ order, attempt }: DatabaseState['paid'][number]) => `${order} for ${attempt}`
  const [due, done] = [paid.map(text), shipped.map(text)]
  const unpaid = paid.filter(({ attempt }) => {
    const payin = attempts.find(({ id }) => id === attempt)?.serviceId
    return !payin || !webhooks.hasSent(payin, 'COMPLETED')
  })
  return [
    ...(due.join() === done.join() ? [] : [`paid are [${due}], and shipped are [${done}]`]),
    ...unpaid.map(({ order }) => `${order} counts as paid, and nobody has paid`),
  ]
}

/** Every open attempt has a payin that is checked, or was never sent, or its order is being paid by another attempt. */
const forgottenAttempts = ({ attempts }: DatabaseState): string[] => {
  const withMoney = attempts.filter(({ outcome }) => outcome === 'authorized' || outcome === 'complete')
  const beingPaid = new Set(withMoney.map(({ order }) => order))
  return attempts.flatMap((attempt) => {
    const { order, outcome, serviceId, isFollowed } = attempt
    if (outcome !== 'open' || isFollowed === (serviceId !== null)) return []
    if (serviceId) return [`${nameOf(attempt)} stays open, and nobody asks the service about it`]
    return beingPaid.has(order) ? [] : [`${nameOf(attempt)} may have been sent, and nobody has found out`]
  })
}
