// A run of the promises at one server: starts the server, proves that it uses the sandbox, and checks one promise at a time. The
// command and `payin-checkout/testing` use it.
import { type Answer, reasonOf } from '../ask.ts'
import { CommandError } from '../command.ts'
import type { Orders } from './orders.ts'
import type { PaidOrders } from './paid-orders.ts'
import type { ServerPromise } from './promise.ts'
import { expectOwnPage, OtherService, proveSandbox } from './prove-sandbox.ts'
import { checkPromise, prepareAll, type Result } from './run-promises.ts'
import { ServerProcess } from './server-process.ts'
import type { Service } from './service.ts'
import { ShopClient, type ShopperProof } from './shop-client.ts'

export interface RunSettings {
  /** Base address of the merchant protocol, without a slash at its end. */
  readonly endpoint: string
  readonly service: Service
  readonly orders: Orders
  readonly paid: PaidOrders | null
  readonly proof: ShopperProof
  /** The command that starts the server; `undefined` if it runs already. */
  readonly startCommand: string | undefined
  /** The environment of this command, without the variables that the protocol names. */
  readonly env: NodeJS.ProcessEnv
  readonly sweepTimeoutMs: number
  /** All promises that may be checked in this run. */
  readonly promises: readonly ServerPromise[]
  /** Ends the run when it is aborted. */
  readonly ended: AbortSignal
  /** Called once the server has answered, before the first create request. */
  onServer?(shop: ShopClient): void
}

export interface PromiseRun {
  /**
   * Checks a promise. The first call starts the server. Checks that are asked for at the same time run one after the other, in the
   * order of the calls, because each counts all payments in the sandbox.
   * @throws {CommandError} if the server does not start, uses another service, or is gone
   */
  check(promise: ServerPromise): Promise<Result>
  /** Stops the server, if this run has started it. Can be called twice. */
  close(): Promise<void>
}

export function createPromiseRun(settings: RunSettings): PromiseRun {
  const { endpoint, service, startCommand, ended } = settings
  const server = startCommand
    ? new ServerProcess(startCommand, endpoint, environmentOf(settings), ended)
    : null
  const open = async () => {
    await server?.start()
    const shop = new ShopClient(endpoint, ended, settings.proof, (client, answer) =>
      expectOwnPage(client, service, answer),
    )
    expectNoRedirect(endpoint, await expectServer(shop))
    settings.onServer?.(shop)
    const { orders, paid, promises, sweepTimeoutMs } = settings
    if (promises.some(({ onlyReads }) => !onlyReads))
      await proveSandbox(shop, service, orders).catch((error: unknown) => {
        throw server && error instanceof OtherService
          ? new OtherService(...error.lines, ...server.output())
          : error
      })
    const shared = { shop, service, orders, paid, server, sweepTimeoutMs, ended }
    return { shared, prepared: await prepareAll(promises, shared) }
  }
  // Never opened twice: at another service, a second create request could make a second payment.
  let opened: ReturnType<typeof open> | undefined
  let last: Promise<unknown> = Promise.resolve()
  return {
    check(promise) {
      const result = last.then(async () => {
        ended.throwIfAborted()
        opened ??= open()
        const { shared, prepared } = await opened
        return checkPromise(promise, shared, prepared.get(promise))
      })
      last = result.catch(() => undefined)
      return result
    },
    close: async () => server?.stop(),
  }
}

/** The environment of the server, with the variables that the protocol names. */
function environmentOf({ endpoint, service, env }: RunSettings): NodeJS.ProcessEnv {
  const { origin, port, protocol } = new URL(endpoint)
  return {
    ...env,
    PAYMENTS_BASE_URL: service.origin,
    PAYMENTS_API_KEY: service.apiKey,
    PAYMENTS_WEBHOOK_SECRET: service.webhookSecret,
    PUBLIC_URL: origin,
    PORT: port || (protocol === 'https:' ? '443' : '80'),
  }
}

/** @throws {CommandError} if nothing answers at the endpoint */
function expectServer(shop: ShopClient): Promise<Answer> {
  return shop.ask('/sessions/is-somebody-there').catch((error: unknown) => {
    throw new CommandError(
      reasonOf(error),
      `Start your server, or let verify start it: --start "<command>". It must use the sandbox as its payment service.`,
    )
  })
}

/** A page whose policy names this endpoint cannot follow it to another origin. @throws {CommandError} */
function expectNoRedirect(endpoint: string, { status, headers }: Answer): void {
  const to = status > 300 && status < 400 ? headers.get('Location') : null
  if (to && URL.canParse(to, endpoint) && new URL(to, endpoint).origin !== new URL(endpoint).origin)
    throw new CommandError(
      `${endpoint} redirects to ${new URL(to, endpoint).origin}. Give the address that your shop's page uses.`,
    )
}
