// What must hold whatever happened. Each complaint says what a shopper or the merchant would suffer.
import { type Attempt, attemptBehind, type DatabaseState, readDatabaseState } from './database-state.ts'
import type { World } from './world.ts'

export function createChecks(world: World) {
  const { database, sandbox, webhooks, seen } = world
  /** Orders of which the shop knows that their money is promised or here, and those for which it asks for more. */
  let promised = new Set<string>()
  const askedAgain = new Set<string>()
  const complete = new Set<string>()
  const sent = new Map<string, string>()
  let checkedAtCall = -1

  world.network.onCreate(({ key, body }) => {
    const { reference, return_url } = JSON.parse(body) as { reference: string; return_url: string }
    const request = `${key} ${body}`
    if ((sent.get(return_url) ?? request) !== request)
      seen.push(`an attempt of ${reference} is sent again with another key or with other bytes`)
    sent.set(return_url, request)
    const isMade = sandbox.service.payins.list().some((payin) => payin.return_url === return_url)
    if (promised.has(reference) && !isMade) askedAgain.add(reference)
  })

  return {
    /** Between two steps, while processes may be dead. */
    async checkNow(): Promise<void> {
      if (database.callCount === checkedAtCall) return
      const books = await readDatabaseState(database.db)
      const { attempts } = books
      checkedAtCall = database.callCount
      seen.push(...halfPayments(books))
      const withMoney = attempts.filter(({ outcome }) => outcome === 'authorized' || outcome === 'complete')
      promised = new Set(withMoney.map(({ order }) => order))
      // A promise that was broken in the meantime leaves the order unpaid: then it may ask.
      for (const order of askedAgain)
        if (promised.has(order)) seen.push(`${order} gets a new payin although its money is promised`)
      askedAgain.clear()
      for (const attempt of attempts) {
        const isComplete = attempt.outcome === 'complete'
        if (complete.has(attempt.id) && !isComplete) seen.push(`${name(attempt)} was complete and is no more`)
        if (!isComplete) continue
        complete.add(attempt.id)
        if (!attempt.serviceId || !webhooks.hasSent(attempt.serviceId, 'COMPLETED'))
          seen.push(`${name(attempt)} is complete, and its payin never was`)
      }
    },

    /** At the end, when all is calm. @returns what is wrong */
    async violations(): Promise<string[]> {
      const books = await readDatabaseState(database.db)
      return [
        ...seen,
        ...payinsWithoutTheirAttempt(world, books),
        ...lostPayments(world, books),
        ...wrongShipments(world, books),
        ...forgottenAttempts(books),
        ...(books.unfinished > 0
          ? ['a webhook or a hand-over was written down and never worked through']
          : []),
      ]
    },
  }
}

const name = ({ order, attempt }: Attempt) => `attempt ${attempt} of ${order}`

/** At most one payin per attempt, and every payin is known as its attempt's. */
function payinsWithoutTheirAttempt({ sandbox }: World, { attempts }: DatabaseState): string[] {
  const taken = new Set<string>()
  return sandbox.service.payins.list().flatMap(({ id, status, reference, return_url }) => {
    const attempt = attemptBehind(return_url, attempts)
    if (!attempt) return [`a payin of ${reference} (${status}) was made for no attempt that is on record`]
    if (taken.has(attempt.id)) return [`${name(attempt)} has two payins`]
    taken.add(attempt.id)
    return attempt.serviceId === id ? [] : [`the payin (${status}) of ${name(attempt)} is not known`]
  })
}

/** "The order is paid" and "the session is complete" are one commit: neither is ever true alone, whatever has died. */
function halfPayments({ attempts, paid, alerts }: DatabaseState): string[] {
  const isPaid = new Set(paid.map(({ attempt }) => attempt))
  const isTold = new Set(alerts.map(({ attempt }) => attempt))
  const orders = paid.filter(
    ({ attempt }) => attempts.find(({ id }) => id === attempt)?.outcome !== 'complete',
  )
  const sessions = attempts.filter(
    ({ id, outcome }) => outcome === 'complete' && !isPaid.has(id) && !isTold.has(id),
  )
  return [
    ...orders.map(({ order }) => `${order} is paid, and its session is not complete`),
    ...sessions.map((attempt) => `${name(attempt)} is complete, and its order is not paid`),
  ]
}

const saysThatMoneyCame: readonly string[] = ['paid_twice', 'amount_differs', 'order_unknown']

/** Every completed payment has paid its order, or a person was told. */
function lostPayments({ sandbox, webhooks }: World, { attempts, paid, alerts }: DatabaseState): string[] {
  const told = alerts.filter(({ kind }) => saysThatMoneyCame.includes(kind))
  const recorded = new Set([...paid, ...told].map(({ attempt }) => attempt))
  return sandbox.service.payins
    .list()
    .filter(({ id }) => webhooks.hasSent(id, 'COMPLETED'))
    .filter(({ return_url }) => !recorded.has(attemptBehind(return_url, attempts)?.id ?? ''))
    .map(({ reference }) => `a completed payment of ${reference} is lost in silence`)
}

/** Every paid order is shipped once, for its own money, and nothing else is. */
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

/** Every open attempt has a payin that is asked about, or was never sent, or waits behind one that is being paid. */
const forgottenAttempts = ({ attempts }: DatabaseState): string[] => {
  const withMoney = attempts.filter(({ outcome }) => outcome === 'authorized' || outcome === 'complete')
  const beingPaid = new Set(withMoney.map(({ order }) => order))
  return attempts.flatMap((attempt) => {
    const { order, outcome, serviceId, isFollowed } = attempt
    if (outcome !== 'open' || isFollowed === (serviceId !== null)) return []
    if (serviceId) return [`${name(attempt)} stays open, and nobody asks the service about it`]
    return beingPaid.has(order) ? [] : [`${name(attempt)} may have been sent, and nobody has found out`]
  })
}
