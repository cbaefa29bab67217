// What several promises begin or end with.
import type { Session } from '../../../protocol/session.ts'
import { AlreadyPaid, Broken, type PromiseContext } from '../promise.ts'
import type { SandboxPayin } from '../service.ts'
import { describeAnswer } from '../shop-client.ts'

/** News that a server is told at once, or that it asks for when it is read. */
export const updateTimeoutMs = 15_000
/** More than an earlier run can have paid. */
const maxPaidOrders = 50

export interface CreatedPayment {
  readonly order: string
  readonly session: Session
  /** What the press made at the service. */
  readonly payin: SandboxPayin
}

export interface Tried<T> {
  readonly order: string
  readonly result: T
  /** What it made at the service, from the first to the last. */
  readonly payins: readonly SandboxPayin[]
}

/**
 * Tries something on an order that nobody has paid: where an earlier run has, on the next one.
 * @param work presses for the order, with `pressUntilTaken` where a press must be taken
 * @throws {Broken} where no order can be paid
 */
export async function onFreshOrder<T>(
  context: PromiseContext,
  work: (order: string) => Promise<T>,
): Promise<Tried<T>> {
  for (let tried = 0; tried < maxPaidOrders; tried++) {
    const order = await context.orders()
    try {
      return { order, ...(await context.service.madeBy(() => work(order))) }
    } catch (error) {
      if (!(error instanceof AlreadyPaid)) throw error
      await context.service.clearFaults()
    }
  }
  throw new Broken(`${maxPaidOrders} orders in a row were answered 409, which the widget shows as paid.`)
}

/**
 * A first press on an order that nobody has paid, taken.
 * @throws {Broken} where it makes no payin, or more than one
 */
export async function createPayment(context: PromiseContext): Promise<CreatedPayment> {
  const {
    order,
    result: session,
    payins,
  } = await onFreshOrder(context, (each) => context.shop.createUntilAccepted(each))
  return { order, session, payin: expectOnePayin(context, payins, order) }
}

/** @throws {Broken} where it is none, or more than one */
export function expectOnePayin(
  context: PromiseContext,
  payins: readonly SandboxPayin[],
  order: string,
): SandboxPayin {
  const [payin, ...more] = payins
  if (!payin)
    throw new Broken(
      `Order ${order} has a session, and no payin at the sandbox. Is your server started with PAYMENTS_BASE_URL=${context.service.origin}?`,
    )
  if (more.length > 0)
    throw new Broken(`The service has ${payins.length} payins for order ${order}, each of which can be paid.`)
  return payin
}

/** @throws {Broken} where the page does not hear it in time */
export async function expectOutcome(
  { shop }: PromiseContext,
  session: Session,
  outcome: Session['outcome'],
  limitMs = updateTimeoutMs,
): Promise<Session> {
  const now = await shop.readUntil(session, (read) => read.outcome === outcome, limitMs)
  if (now.outcome === outcome) return now
  throw new Broken(
    `The session says ${describeSession(now)} ${limitMs / 1_000} seconds after the service had said what makes it ${outcome}.`,
  )
}

/** @throws {Broken} where the session is not what it was, a moment later either */
export async function expectSameOutcome(
  { shop }: PromiseContext,
  session: Session,
  outcome: Session['outcome'],
  after: string,
): Promise<void> {
  const now = await shop.readUntil(session, (read) => read.outcome !== outcome, 1_000)
  if (now.outcome !== outcome) throw new Broken(`The session says ${describeSession(now)} after ${after}.`)
}

/** @throws {Broken} where the shop packs nothing, or twice; nothing where it cannot be asked */
export async function expectPaid({ paid }: PromiseContext, order: string): Promise<void> {
  if (!paid) return
  const now = await paid.askUntilPaid(order, updateTimeoutMs)
  if (!now.paid) throw new Broken(`The session is complete, and order ${order} is not paid in the shop.`)
  if (now.times !== undefined && now.times > 1)
    throw new Broken(`Order ${order} was paid once and fulfilled ${now.times} times.`)
}

/** @throws {Broken} where the shop takes it for paid; nothing where it cannot be asked */
export async function expectUnpaid({ paid }: PromiseContext, order: string, after: string): Promise<void> {
  if (paid && (await paid.ask(order)).paid)
    throw new Broken(`Order ${order} is paid in the shop after ${after}.`)
}

/** @throws {Broken} where somebody who reads this session could pay it now */
export async function expectNotPayable(
  { shop }: PromiseContext,
  session: Session,
  why: string,
): Promise<void> {
  const answer = await shop.readAnswer(session.id)
  const address = (answer.json as { redirect_url?: unknown } | undefined)?.redirect_url
  if (answer.status === 200 && typeof address === 'string' && address !== '')
    throw new Broken(`${why}, and its other session still carries a redirect_url: ${describeAnswer(answer)}.`)
}

/** What a session says, in words. */
export const describeSession = ({ status, outcome }: Session): string =>
  `${status}${outcome === status.toLowerCase() ? '' : ` (${outcome})`}`
