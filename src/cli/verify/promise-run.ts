// A run of the promises at one server: starts the server, proves that it uses the sandbox, and checks one promise at a time. The
// command and `payin-checkout/testing` use it.
import { type Answer, reasonOf } from '../ask.ts'
import { CommandError } from '../command.ts'
import type { ChangeOrder, Orders } from './orders.ts'
import type { PaidOrders } from './paid-orders.ts'
import { Broken, NotChecked, NotOffered, type PromiseContext, type ServerPromise } from './promise.ts'
import { expectOwnPage, OtherService, proveSandbox } from './prove-sandbox.ts'
import { ServerProcess } from './server-process.ts'
import type { Service } from './service.ts'
import { ShopClient, type ShopperProof } from './shop-client.ts'

export interface RunSettings {
  /** Base address of the merchant protocol, without a slash at its end. */
  readonly endpoint: string
  readonly service: Service
  readonly orders: Orders
  readonly paid: PaidOrders | null
  readonly changeOrder: ChangeOrder | null
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
    const { orders, paid, changeOrder, promises, sweepTimeoutMs } = settings
    if (promises.some(({ onlyReads }) => !onlyReads))
      await proveSandbox(shop, service, orders).catch((error: unknown) => {
        throw server && error instanceof OtherService
          ? new OtherService(...error.lines, ...server.output())
          : error
      })
    const shared = { shop, service, orders, paid, changeOrder, server, sweepTimeoutMs, ended }
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

export type Verdict = 'held' | 'broken' | 'not offered' | 'not checked'

export interface Result {
  readonly promise: ServerPromise
  readonly verdict: Verdict
  /** What was seen if the promise is broken; what is missing if it is not offered or not checked. */
  readonly seen: string | null
  /** What to do if the promise is broken. */
  readonly remedy: string
  readonly notes: readonly string[]
  readonly seconds: number
}

/** The context without `note`, which belongs to one promise. */
export type SharedContext = Omit<PromiseContext, 'note'>

/** A check that was started before the first promise is checked. */
export interface Prepared {
  finish(): Promise<void>
  /** Notes that were added so far. */
  readonly notes: string[]
}

/** Starts the checks that take long: they wait while the others run. @throws {CommandError} if the sandbox is gone */
export async function prepareAll(
  promises: readonly ServerPromise[],
  shared: SharedContext,
): Promise<ReadonlyMap<ServerPromise, Prepared>> {
  const prepared = new Map<ServerPromise, Prepared>()
  for (const promise of promises) if (promise.prepare) prepared.set(promise, await prepare(promise, shared))
  return prepared
}

/** Keeps an error of the preparation until the promise is checked, so that it appears in the right place. */
async function prepare(promise: ServerPromise, shared: SharedContext): Promise<Prepared> {
  const notes: string[] = []
  try {
    const finish = await promise.prepare?.({ ...shared, note: noteIn(notes) })
    return { finish: finish ?? (async () => undefined), notes }
  } catch (error) {
    if (error instanceof CommandError) throw error
    return { finish: () => Promise.reject(error), notes }
  } finally {
    await shared.service.clearFaults()
  }
}

/** @throws {CommandError} if the sandbox or the server is gone */
export async function checkPromise(
  promise: ServerPromise,
  shared: SharedContext,
  prepared: Prepared | undefined,
): Promise<Result> {
  const startedAt = performance.now()
  const notes = prepared?.notes ?? []
  const end = (verdict: Verdict, seen: string | null = null, remedy = promise.remedy): Result => ({
    promise,
    verdict,
    seen,
    remedy,
    notes,
    seconds: Math.round((performance.now() - startedAt) / 10) / 100,
  })
  try {
    await prepared?.finish()
    await promise.check?.({ ...shared, note: noteIn(notes) })
    return end('held')
  } catch (error) {
    if (error instanceof Broken) return end('broken', error.message, error.remedy)
    if (error instanceof NotOffered) return end('not offered', error.message)
    if (error instanceof NotChecked) return end('not checked', error.message)
    throw error
  } finally {
    await shared.service.clearFaults().catch(() => undefined)
  }
}

const noteIn = (notes: string[]) => (text: string) => {
  if (!notes.includes(text)) notes.push(text)
}
