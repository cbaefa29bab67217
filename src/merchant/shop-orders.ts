// Wraps the shop's functions for this library's code. They get the shop's own transaction, and their results are checked:
// a missing or wrong value must not become a wrong payment later.
import { z } from 'zod'
import { type Clock, isDecimal } from '../server/index.ts'
import { endsWithin } from './deadline.ts'
import type { Orders, Quote } from './orders.ts'
import { isPlain } from './plain-text.ts'
import type { Transaction } from './store/db.ts'

const states = ['unpaid', 'paid', 'unknown'] as const
const outcomes = ['paid', 'paid_by_another', 'other_amount', 'unknown_order'] as const

const text = (example: string) => z.string(`must be a text, such as ${example}`).min(1, 'is empty')
const quoteShape = z.looseObject(
  {
    order: text('"A-1001"')
      .max(36, 'has more than 36 characters')
      .refine(isPlain, 'has control characters')
      .optional(),
    reference: text('"A-1001"').max(36, 'has more than 36 characters'),
    amount: z.looseObject(
      {
        value: text('"49.90"').refine(isDecimal, 'must be a decimal text, such as "49.90"'),
        currency: text('"EUR"'),
      },
      'must be { value, currency }',
    ),
    // A database client may return a time as text.
    placedAt: z.coerce.date('must be a time').nullish(),
    payer: z.looseObject({ email: text('"ada@shop.example"') }, 'must be { email, … }'),
  },
  'must be an object, or null where there is no such order',
)

/**
 * The time limit of each function but `fulfil`, which has its own. Shorter than the deadline of a create request, and than
 * the limit of a transaction, so that a function that hangs keeps no place and no connection.
 */
const limitMs = 8_000

/** Thrown when a function of the shop has not ended in time. The message names it. */
export class ShopTimeout extends Error {
  override readonly name = 'ShopTimeout'
}

/**
 * Wraps the shop's functions.
 * @throws {TypeError} from the wrapped functions: names the shop's function and what is wrong with its result
 * @throws {ShopTimeout} from the wrapped functions
 */
export function shopOrders<Own>(orders: Orders<Own>, clock: Pick<Clock, 'sleep'>): Orders<Transaction> {
  const { restore, shopperEmail, mayPay } = orders
  // The store's type says what `own` is. This is the only place that casts it.
  const own = (tx: Transaction) => tx.own as Own

  async function inTime<T>(name: string, call: () => Promise<T>): Promise<T> {
    // A shop without types may return a value in place of a promise.
    const called = Promise.resolve(call())
    if (await endsWithin(clock, limitMs, called)) return called
    throw new ShopTimeout(
      `The shop's function ${name} has not ended within ${limitMs / 1_000} seconds. Limit the time of what it waits for.`,
    )
  }

  return {
    quote: async (order, asked) => readQuote(await inTime('quote', () => orders.quote(order, asked))),
    lock: async (tx, id) => oneOf('lock', states, await inTime('lock', () => orders.lock(own(tx), id))),
    markPaid: async (tx, payment) =>
      oneOf('markPaid', outcomes, await inTime('markPaid', () => orders.markPaid(own(tx), payment))),
    fulfil: (event) => orders.fulfil(event),
    ...(restore && {
      restore: (tx, id, amount, at) => inTime('restore', () => restore.call(orders, own(tx), id, amount, at)),
    }),
    ...(shopperEmail && {
      shopperEmail: (headers) => inTime('shopperEmail', () => shopperEmail.call(orders, headers)),
    }),
    ...(mayPay && {
      mayPay: (quote, headers) => inTime('mayPay', () => mayPay.call(orders, quote, headers)),
    }),
  }
}

function readQuote(given: Quote | null | undefined): Quote | null {
  if (given === null || given === undefined) return null
  const read = quoteShape.safeParse(given)
  if (read.success) return { ...given, placedAt: read.data.placedAt ?? null }
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`)
  throw new TypeError(
    `The shop's function quote has returned something else than a quote: ${wrong.join('; ')}.`,
  )
}

function oneOf<T extends string>(name: string, allowed: readonly T[], given: T): T {
  if (allowed.includes(given)) return given
  // The value itself is not shown, because it may be data of the shop.
  const what = typeof given === 'string' ? 'another text' : String(given === null ? null : typeof given)
  throw new TypeError(
    `The shop's function ${name} must return one of ${allowed.join(', ')}; it has returned ${what}.`,
  )
}
