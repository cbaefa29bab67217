// What several promises begin or end with.
import type { Session } from '../../../protocol/session.ts'
import { AlreadyPaid, Broken, type Trial } from '../promise.ts'
import type { KeptPayin } from '../service.ts'
import { shown } from '../shop-client.ts'

/** News that a server is told at once, or that it asks for when it is read. */
export const newsLimitMs = 15_000
/** More than an earlier run can have paid. */
const mostPaidOrders = 50

export interface Pressed {
  readonly order: string
  readonly session: Session
  /** What the press made at the service. */
  readonly payin: KeptPayin
}

export interface Tried<T> {
  readonly order: string
  readonly result: T
  /** What it made at the service, from the first to the last. */
  readonly payins: readonly KeptPayin[]
}

/**
 * Tries something on an order that nobody has paid: where an earlier run has, on the next one.
 * @param work presses for the order, with `pressUntilTaken` where a press must be taken
 * @throws {Broken} where no order can be paid
 */
export async function onFreshOrder<T>(trial: Trial, work: (order: string) => Promise<T>): Promise<Tried<T>> {
  for (let tried = 0; tried < mostPaidOrders; tried++) {
    const order = await trial.orders()
    try {
      return { order, ...(await trial.service.madeBy(() => work(order))) }
    } catch (error) {
      if (!(error instanceof AlreadyPaid)) throw error
      await trial.service.clearFaults()
    }
  }
  throw new Broken(`${mostPaidOrders} orders in a row were answered 409, which the widget shows as paid.`)
}

/**
 * A first press on an order that nobody has paid, taken.
 * @throws {Broken} where it makes no payin, or more than one
 */
export async function pressed(trial: Trial): Promise<Pressed> {
  const {
    order,
    result: session,
    payins,
  } = await onFreshOrder(trial, (each) => trial.shop.pressUntilTaken(each))
  return { order, session, payin: onlyOne(trial, payins, order) }
}

/** @throws {Broken} where it is none, or more than one */
export function onlyOne(trial: Trial, payins: readonly KeptPayin[], order: string): KeptPayin {
  const [payin, ...more] = payins
  if (!payin)
    throw new Broken(
      `Order ${order} has a session, and no payin at the sandbox. Is your server started with PAYMENTS_BASE_URL=${trial.service.origin}?`,
    )
  if (more.length > 0)
    throw new Broken(`The service has ${payins.length} payins for order ${order}, each of which can be paid.`)
  return payin
}

/** @throws {Broken} where the page does not hear it in time */
export async function hears(
  { shop }: Trial,
  session: Session,
  outcome: Session['outcome'],
  limitMs = newsLimitMs,
): Promise<Session> {
  const now = await shop.readUntil(session, (read) => read.outcome === outcome, limitMs)
  if (now.outcome === outcome) return now
  throw new Broken(
    `The session says ${said(now)} ${limitMs / 1_000} seconds after the service had said what makes it ${outcome}.`,
  )
}

/** @throws {Broken} where the session is not what it was, a moment later either */
export async function stays(
  { shop }: Trial,
  session: Session,
  outcome: Session['outcome'],
  after: string,
): Promise<void> {
  const now = await shop.readUntil(session, (read) => read.outcome !== outcome, 1_000)
  if (now.outcome !== outcome) throw new Broken(`The session says ${said(now)} after ${after}.`)
}

/** @throws {Broken} where the shop packs nothing, or twice; nothing where it cannot be asked */
export async function isPaid({ paid }: Trial, order: string): Promise<void> {
  if (!paid) return
  const now = await paid.askUntilPaid(order, newsLimitMs)
  if (!now.paid) throw new Broken(`The session is complete, and order ${order} is not paid in the shop.`)
  if (now.times !== undefined && now.times > 1)
    throw new Broken(`Order ${order} was paid once and fulfilled ${now.times} times.`)
}

/** @throws {Broken} where the shop takes it for paid; nothing where it cannot be asked */
export async function isUnpaid({ paid }: Trial, order: string, after: string): Promise<void> {
  if (paid && (await paid.ask(order)).paid)
    throw new Broken(`Order ${order} is paid in the shop after ${after}.`)
}

/** @throws {Broken} where somebody who reads this session could pay it now */
export async function cannotBePaid({ shop }: Trial, session: Session, why: string): Promise<void> {
  const answer = await shop.readAnswer(session.id)
  const address = (answer.json as { redirect_url?: unknown } | undefined)?.redirect_url
  if (answer.status === 200 && typeof address === 'string' && address !== '')
    throw new Broken(`${why}, and its other session still carries a redirect_url: ${shown(answer)}.`)
}

/** What a session says, in words. */
export const said = ({ status, outcome }: Session): string =>
  `${status}${outcome === status.toLowerCase() ? '' : ` (${outcome})`}`
