// What a merchant's server promises its shoppers, and how one promise is looked into.
import type { Orders } from './orders.ts'
import type { PaidOrders } from './paid-orders.ts'
import type { ServerProcess } from './server-process.ts'
import type { Service } from './service.ts'
import type { ShopClient } from './shop-client.ts'

/** What a promise is tried with. */
export interface PromiseContext {
  /** The merchant's server, as the widget speaks to it. */
  readonly shop: ShopClient
  /** The sandbox that this server believes to be the payment service. */
  readonly service: Service
  readonly orders: Orders
  /** `null` where nobody said how to ask whether an order is paid. */
  readonly paid: PaidOrders | null
  /** `null` where nobody said how the server is started. */
  readonly server: ServerProcess | null
  /** How long news may take that the server has to ask for, in milliseconds. */
  readonly sweepTimeoutMs: number
  /** Ctrl-C: nothing is waited for any more. */
  readonly ended: AbortSignal
  /** Says beside a promise that is held what a person may want to know. */
  note(text: string): void
}

export interface ServerPromise {
  /** Names it on the command line and in reports. */
  readonly id: string
  /** The promise, in a shopper's words. */
  readonly statement: string
  /** What to do where it is broken. */
  readonly remedy: string
  /**
   * Begins what takes long, before the first promise is looked into.
   * @returns what `hold` goes on with
   */
  prepare?(context: PromiseContext): Promise<() => Promise<void>>
  /**
   * Ends without an error where the promise is held.
   * @throws {Broken} {NotOffered} {NotChecked}
   */
  check?(context: PromiseContext): Promise<void>
}

/** The promise is broken: the message says what was seen. */
export class Broken extends Error {
  override name = 'Broken'
}

/** 409: the widget shows the order as paid. */
export class AlreadyPaid extends Broken {
  override name = 'AlreadyPaid'
}

/** An optional part of the protocol that this server does not have: no fault. The message says what is missing. */
export class NotOffered extends Error {
  override name = 'NotOffered'
}

/** Could not be looked into with what was given. The message says what to give. */
export class NotChecked extends Error {
  override name = 'NotChecked'
}
