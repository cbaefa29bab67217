// A promise of a merchant's server to its shoppers, what checks it, and the errors that end a check.
import type { ChangeOrder, Orders } from './orders.ts'
import type { PaidOrders } from './paid-orders.ts'
import type { ServerProcess } from './server-process.ts'
import type { Service } from './service.ts'
import type { ShopClient } from './shop-client.ts'

/** Everything that the check of a promise works with. */
export interface PromiseContext {
  /** The merchant's server, called as the widget calls it. */
  readonly shop: ShopClient
  /** The sandbox that this server uses as its payment service. */
  readonly service: Service
  readonly orders: Orders
  /** `null` without `--paid-url`. */
  readonly paid: PaidOrders | null
  /** `null` without `--change-order`. */
  readonly changeOrder: ChangeOrder | null
  /** `null` without `--start`. */
  readonly server: ServerProcess | null
  /** Time for a change that the server must find by its own reads at the service, in milliseconds. */
  readonly sweepTimeoutMs: number
  /** Aborted by Ctrl-C. */
  readonly ended: AbortSignal
  /** Adds a note for the reader to the result. */
  note(text: string): void
}

export interface ServerPromise {
  /** Public: names the promise on the command line and in reports. */
  readonly id: string
  readonly statement: string
  /** What to do if the promise is broken. */
  readonly remedy: string
  /** Its check makes no payment. */
  readonly onlyReads?: true
  /**
   * Starts a check that takes long, before the first promise is checked.
   * @returns the function that finishes the check
   */
  prepare?(context: PromiseContext): Promise<() => Promise<void>>
  /**
   * Resolves if the promise is held.
   * @throws {Broken} {NotOffered} {NotChecked}
   */
  check?(context: PromiseContext): Promise<void>
}

/** The promise is broken. The message says what was seen. */
export class Broken extends Error {
  override name = 'Broken'
  /** @param remedy what to do, if it is not what the promise says */
  constructor(
    message: string,
    readonly remedy?: string,
  ) {
    super(message)
  }
}

/** The server answered 409, so the widget shows the order as paid. */
export class AlreadyPaid extends Broken {
  override name = 'AlreadyPaid'
}

/** The server does not have this optional part of the protocol, which is allowed. The message says what is missing. */
export class NotOffered extends Error {
  override name = 'NotOffered'
}

/** The check needs an option that was not given. The message names it. */
export class NotChecked extends Error {
  override name = 'NotChecked'
}
