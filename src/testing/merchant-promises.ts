// The promises of `npx payin-checkout verify` as tests of a merchant's own suite.
import { readOrigin } from '../cli/sandbox-client/address.ts'
import { baseAddress, paidAddress, pick } from '../cli/verify/options.ts'
import { namedOrders } from '../cli/verify/orders.ts'
import { PaidOrders } from '../cli/verify/paid-orders.ts'
import { createPromiseRun } from '../cli/verify/promise-run.ts'
import { Service } from '../cli/verify/service.ts'
import { requireTestKey } from './control-client.ts'
import { createHolds } from './holds.ts'
import type { Holds } from './promise.ts'
import type { TestSandbox } from './types.ts'

export interface MerchantPromisesOptions {
  /** Base address of your server's merchant protocol, such as `http://127.0.0.1:4000/checkout`. */
  readonly endpoint: string
  /** The payment service that your server uses: a sandbox that runs, without other tests at the same time. */
  readonly sandbox: Pick<TestSandbox, 'baseUrl' | 'apiKey' | 'webhookSecret'>
  /** Unpaid orders: `A-{n}`, where `{n}` is a number; a list; or a function that creates one and returns its id. */
  readonly order: string | readonly string[] | (() => string | Promise<string>)
  /** The first `{n}`. Default: 1001. */
  readonly firstOrder?: number
  /** The address of the shop that answers whether `{order}` is paid. */
  readonly paidUrl?: string
  /** Changes an order of your shop: gives it another price, withdraws it, or marks it as paid in another way. */
  readonly changeOrder?: (order: string, change: 'price' | 'withdraw' | 'pay') => unknown
  /** Returns the token of an order, if your server checks tokens. */
  readonly token?: (order: string) => string | Promise<string>
  /** Sent with each request, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>
  /** The command that starts your server, so that it can be killed and restarted. Without it, start your server yourself. */
  readonly start?: string
  /** Time in which the server must find a change without a webhook. Default: 90 000. */
  readonly timeoutMs?: number
  /** The ids of the promises to check. Default: all. */
  readonly only?: readonly string[]
}

export interface MerchantPromise {
  /** As in docs/verify.md, such as `webhook-twice`. */
  readonly id: string
  /** The promise as a sentence: a title for a test. */
  readonly title: string
  readonly holds: Holds
}

export interface MerchantPromises extends ReadonlyArray<MerchantPromise> {
  /** Ends a check that still runs, and stops the server of `start`. The sandbox is yours to close. Can be called twice. */
  close(): Promise<void>
}

/**
 * The promises of a merchant's server, in the order in which to check them. Nothing is started or sent before the first `holds()`,
 * which starts the server and proves that it uses the sandbox, as `verify` does (docs/verify.md).
 *
 * @throws an Error for a wrong option; messages name options as the command does: `--paid-url` is `paidUrl`
 */
export function merchantPromises(options: MerchantPromisesOptions): MerchantPromises {
  const { sandbox, order, firstOrder = 1001, paidUrl, token, headers = {}, timeoutMs = 90_000 } = options
  const { changeOrder = null } = options
  requireTestKey(sandbox.apiKey)
  const ending = new AbortController()
  const { signal: ended } = ending
  const endpoint = baseAddress(options.endpoint)
  const promises = pick(options.only).flatMap((chapter) => chapter.promises)
  const run = createPromiseRun({
    endpoint,
    service: new Service(readOrigin('sandbox.baseUrl', sandbox.baseUrl), sandbox, ended),
    orders:
      typeof order === 'function'
        ? async () => order()
        : namedOrders(typeof order === 'string' ? [order] : order, firstOrder),
    paid: paidUrl === undefined ? null : new PaidOrders(paidAddress('paidUrl', paidUrl), ended),
    changeOrder,
    proof: { headers, ...(token && { tokenOf: async (id: string) => token(id) }) },
    startCommand: options.start,
    env: process.env,
    sweepTimeoutMs: timeoutMs,
    promises,
    ended,
  })
  const all = promises.map((promise) => ({
    id: promise.id,
    title: promise.statement,
    holds: createHolds(() => run.check(promise)),
  }))
  return Object.assign(all, {
    async close() {
      ending.abort(new Error('The promises were closed, so no more of them is checked.'))
      await run.close()
    },
  })
}
