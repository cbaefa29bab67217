// The options of `verify`, read and checked before anything is started.
import { CommandError, readWebAddress } from '../command.ts'
import { readHeaders } from '../own-headers.ts'
import { sandboxKey } from '../sandbox-client/address.ts'
import type { Terminal } from '../terminal.ts'
import {
  type ChangeOrder,
  changedOrders,
  madeOrders,
  madeTokens,
  namedOrders,
  type Orders,
} from './orders.ts'
import { PaidOrders } from './paid-orders.ts'
import type { ServerPromise } from './promise.ts'
import { type Chapter, chapters } from './promises/index.ts'
import type { ShopperProof } from './shop-client.ts'

export interface VerifyOptions {
  readonly order?: readonly string[]
  readonly firstOrder: string
  readonly newOrder?: string
  readonly paidUrl?: string
  readonly changeOrder?: string
  readonly token?: string
  readonly header?: readonly string[]
  readonly start?: string
  readonly sandbox: string
  readonly apiKey: string
  readonly webhookSecret: string
  readonly timeout: string
  readonly only?: readonly string[]
  readonly junit?: string
  readonly json?: true
  readonly watch?: readonly string[]
}

export interface ParsedOptions {
  readonly endpoint: string
  readonly orders: Orders
  readonly paid: PaidOrders | null
  readonly changeOrder: ChangeOrder | null
  readonly proof: ShopperProof
  readonly startCommand: string | undefined
  readonly sweepTimeoutMs: number
  readonly promises: readonly ServerPromise[]
  readonly chapters: readonly Chapter[]
}

/** @throws {CommandError} that names the wrong option */
export function readOptions(
  endpoint: string,
  options: VerifyOptions,
  { ended, env }: Pick<Terminal, 'ended' | 'env'>,
): ParsedOptions {
  const { order = [] } = options
  const seconds = /^0*([1-9]\d{0,3})s?$/.exec(options.timeout)?.[1]
  if (!seconds) throw new CommandError('--timeout must be a number of seconds from 1, such as 90.')
  if (!/^\d{1,9}$/.test(options.firstOrder))
    throw new CommandError('--first-order must be a number, such as 1001.')
  if (order.length === 0 && options.newOrder === undefined)
    throw new CommandError(
      'Name orders that can be paid: --order "A-{n}", where {n} is a number, or --new-order "<command>" that prints one.',
    )
  if (options.watch && options.start === undefined)
    throw new CommandError('--watch needs --start "<command>": it restarts your server after each change.')
  // Before the key is sent anywhere.
  sandboxKey(options.apiKey, {})
  const picked = pick(options.only)
  return {
    endpoint: baseAddress(endpoint),
    orders:
      options.newOrder === undefined
        ? namedOrders(order, Number(options.firstOrder))
        : madeOrders(options.newOrder, env, ended),
    paid:
      options.paidUrl === undefined
        ? null
        : new PaidOrders(paidAddress('--paid-url', options.paidUrl), ended),
    changeOrder: options.changeOrder === undefined ? null : changedOrders(options.changeOrder, env, ended),
    proof: {
      headers: readHeaders(options.header ?? [], 'verify'),
      ...(options.token !== undefined && { tokenOf: madeTokens(options.token, env, ended) }),
    },
    startCommand: options.start,
    sweepTimeoutMs: Number(seconds) * 1_000,
    promises: picked.flatMap(({ promises }) => promises),
    chapters: picked,
  }
}

const exampleEndpoint = 'http://localhost:4000/checkout'

/** @param name of the option @throws {CommandError} */
export function paidAddress(name: string, text: string): string {
  if (!text.includes('{order}'))
    throw new CommandError(`${name} must contain {order} in place of the order id.`)
  readWebAddress(name, text, 'http://localhost:4000/orders/{order}/paid')
  return text
}

/** The endpoint without a slash at its end. @throws {CommandError} if no path can be added to it */
export function baseAddress(endpoint: string): string {
  const { username, password } = readWebAddress('The endpoint', endpoint, exampleEndpoint)
  if (username || password)
    throw new CommandError(
      'The endpoint must not contain a name and a password. Give them as --header "Authorization: Basic …".',
    )
  // In the text: a bare ? or # is no part of the parsed address.
  if (/[?#]/.test(endpoint))
    throw new CommandError('The endpoint must end with its path: verify adds /sessions to it, not ? or #.')
  return endpoint.replace(/\/+$/, '')
}

/** The promises that `--only` names, or all. */
export function pick(only: readonly string[] | undefined): readonly Chapter[] {
  if (!only) return chapters
  const known = chapters.flatMap(({ promises }) => promises.map(({ id }) => id))
  const wrong = only.filter((id) => !known.includes(id))
  if (wrong.length > 0)
    throw new CommandError(`There is no promise ${wrong.join(', ')}. There are: ${known.join(', ')}.`)
  return chapters
    .map(({ title, promises }) => ({ title, promises: promises.filter(({ id }) => only.includes(id)) }))
    .filter(({ promises }) => promises.length > 0)
}
