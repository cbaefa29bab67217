// Steps and expectations that several promises share.
import type { Session } from '../../../protocol/session.ts'
import type { Answer } from '../../ask.ts'
import type { SandboxPayin } from '../../sandbox-client/answers.ts'
import { AlreadyPaid, Broken, type PromiseContext } from '../promise.ts'
import { describeAnswer } from '../shop-client.ts'

/** Time for a change that arrives by webhook, or that the server reads from the service when the session is read. */
export const updateTimeoutMs = 15_000
/** More orders than an earlier run can have paid. */
const maxPaidOrders = 50

export interface CreatedPayment {
  readonly order: string
  readonly session: Session
  /** The payin that the create request made at the service. */
  readonly payin: SandboxPayin
}

export interface Tried<T> {
  readonly order: string
  readonly result: T
  /** The payins that were created at the service, oldest first. */
  readonly payins: readonly SandboxPayin[]
}

/**
 * Runs `work` with an unpaid order. If an earlier run has paid the order, tries the next one.
 * @param work sends create requests for the order; use `createUntilAccepted` for one that must succeed
 * @throws {Broken} if no order can be paid
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

/** Like `onFreshOrder`. @throws {Broken} also if `work` creates no payin, or more than one */
export async function onePayinOf<T>(
  context: PromiseContext,
  work: (order: string) => Promise<T>,
): Promise<Tried<T> & { readonly payin: SandboxPayin }> {
  const tried = await onFreshOrder(context, work)
  return { ...tried, payin: expectOnePayin(tried.payins, tried.order) }
}

/**
 * Sends a first create request for an unpaid order, until it is accepted.
 * @throws {Broken} if it creates no payin, or more than one
 */
export async function createPayment(context: PromiseContext): Promise<CreatedPayment> {
  const accept = (order: string) => context.shop.createUntilAccepted(order)
  const { order, result: session, payin } = await onePayinOf(context, accept)
  return { order, session, payin }
}

/** The same for an order whose earlier payment has ended. */
export async function createAnother(context: PromiseContext, order: string): Promise<CreatedPayment> {
  const { result: session, payins } = await context.service.madeBy(() =>
    context.shop.createUntilAccepted(order),
  )
  return { order, session, payin: expectOnePayin(payins, order) }
}

/** @throws {Broken} if there is no payin, or more than one */
function expectOnePayin(payins: readonly SandboxPayin[], order: string): SandboxPayin {
  const [payin, ...more] = payins
  if (!payin) throw new Broken(`Order ${order} has a session, but the sandbox has no payin for it.`)
  if (more.length > 0)
    throw new Broken(`The service has ${payins.length} payins for order ${order}, and each can be paid.`)
  return payin
}

/** Waits for the outcome. @throws {Broken} if the session does not have it in time */
export async function expectOutcome(
  { shop }: PromiseContext,
  session: Session,
  outcome: Session['outcome'],
  limitMs = updateTimeoutMs,
): Promise<Session> {
  const now = await shop.readUntil(session, (read) => read.outcome === outcome, limitMs)
  if (now.outcome === outcome) return now
  throw new Broken(
    `The session has the status ${describeSession(now)}, and not the outcome ${outcome}, ${limitMs / 1_000} seconds after the service reported the change.`,
  )
}

/** The session is complete in time, and its order is paid. @throws {Broken} */
export async function expectComplete(
  context: PromiseContext,
  { session, order }: Pick<CreatedPayment, 'session' | 'order'>,
  limitMs = updateTimeoutMs,
): Promise<void> {
  await expectOutcome(context, session, 'complete', limitMs)
  await expectPaid(context, order)
}

/** Reads for a second. @throws {Broken} if the session has another outcome */
export async function expectSameOutcome(
  { shop }: PromiseContext,
  session: Session,
  outcome: Session['outcome'],
  after: string,
): Promise<void> {
  const now = await shop.readUntil(session, (read) => read.outcome !== outcome, 1_000)
  if (now.outcome !== outcome)
    throw new Broken(`The session has the status ${describeSession(now)} after ${after}.`)
}

/** Does nothing without `--paid-url`. @throws {Broken} if the shop did not ship the order, or shipped it twice */
export async function expectPaid({ paid, sweepTimeoutMs }: PromiseContext, order: string): Promise<void> {
  if (!paid) return
  const { paid: isPaid } = await paid.askUntilPaid(order, updateTimeoutMs)
  if (!isPaid) throw new Broken(`The session is complete, but order ${order} is not paid in the shop.`)
  // A shop may ship later than it marks an order as paid.
  const { times = 1 } = await paid.askUntilShipped(order, sweepTimeoutMs)
  if (times === 0)
    throw new Broken(
      `Order ${order} is paid, and was not fulfilled within ${sweepTimeoutMs / 1_000} seconds. --timeout sets a longer time.`,
      'Read the log of your server: what ships an order fails, or nothing calls it.',
    )
  if (times > 1)
    throw new Broken(
      `Order ${order} was paid once and fulfilled ${times} times.`,
      'Mark the order paid in one transaction that first checks whether it is paid, and ship it once by the id of this payment.',
    )
}

/** Does nothing without `--paid-url`. @throws {Broken} if the order is paid in the shop */
export async function expectUnpaid({ paid }: PromiseContext, order: string, after: string): Promise<void> {
  if (paid && (await paid.ask(order)).paid)
    throw new Broken(`Order ${order} is paid in the shop after ${after}.`)
}

/** @throws {Broken} if a read of the session still returns an address to pay at */
export async function expectNotPayable(
  { shop }: PromiseContext,
  session: Session,
  why: string,
): Promise<void> {
  const answer = await shop.readAnswer(session.id)
  if (addressIn(answer))
    throw new Broken(`${why}, but its other session still has a redirect_url: ${describeAnswer(answer)}.`)
}

/** The address of the hosted page in an answer; `undefined` if it has none. */
export function addressIn({ status, json }: Answer): string | undefined {
  const address = (json as { redirect_url?: unknown } | undefined)?.redirect_url
  return status < 300 && typeof address === 'string' && address !== '' ? address : undefined
}

/** The status of a session for a message, with the outcome if it is another word. */
export const describeSession = ({ status, outcome }: Session): string =>
  `${status}${outcome === status.toLowerCase() ? '' : ` (${outcome})`}`
