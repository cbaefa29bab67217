// The first create request of a run shows whether the server uses this sandbox. Every promise makes payments, so none is
// checked before: at another service, which may be the real one, there is at most the one payment of this request.
import type { Answer } from '../ask.ts'
import { CommandError } from '../command.ts'
import type { Orders } from './orders.ts'
import { Broken } from './promise.ts'
import type { Service } from './service.ts'
import { describeAnswer, type ShopClient } from './shop-client.ts'

/** More orders than an earlier run can have paid. */
const maxPaidOrders = 50

/** The server uses another payment service, and has perhaps made a payment there. */
export class OtherService extends CommandError {
  override name = 'OtherService'
}

/**
 * Sends one create request. If the server answers that the order is paid, tries the next order.
 * @throws {OtherService} if nothing of it reaches the sandbox
 * @throws {CommandError} if no order can be paid
 */
export async function proveSandbox(shop: ShopClient, service: Service, orders: Orders): Promise<void> {
  for (let tried = 0; tried < maxPaidOrders; tried++) {
    const order = await orders()
    const before = new Set(await service.createCalls())
    const answer = await shop.create(order).catch((error: unknown) => {
      if (error instanceof Broken) return error
      throw error
    })
    if ((await service.createCalls()).some((id) => !before.has(id))) return
    // An open payment of an earlier run.
    const page = pageIn(answer)
    if (page !== null && (await service.pages()).includes(page)) return
    if (answer instanceof Broken || answer.status !== 409) throw notReached(shop, service, order, answer)
  }
  throw new CommandError(
    `${maxPaidOrders} orders in a row were answered 409, which the widget shows as paid. Name others: --first-order.`,
  )
}

/**
 * Checks the page of each answer, also after the first one: of several servers behind one address, one may use another
 * service. Pages of the shop's own may lead on to the sandbox.
 * @throws {OtherService} if the page is at another service
 */
export async function expectOwnPage(shop: ShopClient, service: Service, answer: Answer): Promise<void> {
  const page = pageIn(answer)
  if (page === null || !URL.canParse(page)) return
  const { origin } = new URL(page)
  if (origin === 'null' || origin === new URL(shop.endpoint).origin) return
  if ((await service.pages()).some((known) => new URL(known).origin === origin)) return
  throw new OtherService(
    `An order got a page to pay on at ${origin}. ${otherService(service)} Nothing more was sent.`,
  )
}

function pageIn(answer: Answer | Broken): string | null {
  if (answer instanceof Broken || answer.status >= 300) return null
  const page = (answer.json as { redirect_url?: unknown } | null | undefined)?.redirect_url
  return typeof page === 'string' ? page : null
}

const unreached = (service: Service, who?: string) =>
  `Nothing of it has reached the sandbox. ${otherService(service, who)} Nothing more was sent, so at most one payment was made elsewhere.`

const otherService = ({ origin }: Service, who = 'Your server does not use') =>
  `${who} the sandbox at ${origin}: start it with PAYMENTS_BASE_URL=${origin} and the key of --api-key, or give the address of its sandbox as --sandbox.`

function notReached(
  shop: ShopClient,
  service: Service,
  order: string,
  answer: Answer | Broken,
): CommandError {
  if (answer instanceof Broken) return new OtherService(`${answer.message} ${unreached(service)}`)
  const seen = `The first order, ${order}, was answered ${describeAnswer(answer)}.`
  // Whatever answered may be no checkout at all.
  const remedy =
    Object(answer.json) === answer.json ? '' : ` ${shop.endpoint} must be the endpoint of your checkout.`
  if (answer.status >= 500)
    return new OtherService(
      `${seen}${remedy} ${unreached(service, 'The log of your server says why. If it does not use')}`,
    )
  if (answer.status < 400) return new OtherService(`${seen}${remedy} ${unreached(service)}`)
  return new CommandError(
    `${seen}${shop.hintFor(answer)} Nothing of it has reached the sandbox at ${service.origin}, so nothing more was sent: whether your server uses this sandbox shows only with an order that can be paid.`,
  )
}
