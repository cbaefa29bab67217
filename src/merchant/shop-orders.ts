// The shop's orders as this library's own code calls them. The shop's functions get the shop's own transaction, and what they
// answer is checked: a word that is missing must not become a wrong payment later.
import { z } from 'zod'
import { isDecimal } from '../server/index.ts'
import type { Orders, Quote } from './orders.ts'
import type { Transaction } from './store/db.ts'

const states = ['unpaid', 'paid', 'unknown'] as const
const outcomes = ['paid', 'paid_by_another', 'other_amount', 'unknown_order'] as const

const text = (example: string) => z.string(`must be a text, such as ${example}`).min(1, 'is empty')
const quoteShape = z.looseObject(
  {
    reference: text('"A-1001"').max(36, 'has more than 36 characters'),
    amount: z.looseObject(
      {
        value: text('"49.90"').refine(isDecimal, 'must be a decimal text, such as "49.90"'),
        currency: text('"EUR"'),
      },
      'must be { value, currency }',
    ),
    // A database client may give a time as text.
    placedAt: z.coerce.date('must be a time').nullish(),
    payer: z.looseObject({ email: text('"ada@shop.example"') }, 'must be { email, … }'),
  },
  'must be an object, or null where there is no such order',
)

/**
 * Makes what the library calls of what the shop gives.
 * @throws {TypeError} from the functions: with the name of the function and what is wrong with its answer
 */
export function shopOrders<Own>(orders: Orders<Own>): Orders<Transaction> {
  const { restore, shopperEmail, mayPay } = orders
  // What a store gives as `own` is what its type says; only here is it taken for that.
  const own = (tx: Transaction) => tx.own as Own
  return {
    quote: async (order, asked) => readQuote(await orders.quote(order, asked)),
    lock: async (tx, id) => oneOf('lock', states, await orders.lock(own(tx), id)),
    markPaid: async (tx, payment) => oneOf('markPaid', outcomes, await orders.markPaid(own(tx), payment)),
    fulfil: (event) => orders.fulfil(event),
    ...(restore && { restore: (tx, id, amount, at) => restore.call(orders, own(tx), id, amount, at) }),
    ...(shopperEmail && { shopperEmail: (headers) => shopperEmail.call(orders, headers) }),
    ...(mayPay && { mayPay: (quote, headers) => mayPay.call(orders, quote, headers) }),
  }
}

function readQuote(given: Quote | null | undefined): Quote | null {
  if (given === null || given === undefined) return null
  const read = quoteShape.safeParse(given)
  if (read.success) return { ...given, placedAt: read.data.placedAt ?? null }
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`)
  throw new TypeError(
    `The shop's function quote has answered something else than a quote: ${wrong.join('; ')}.`,
  )
}

function oneOf<T extends string>(name: string, words: readonly T[], given: T): T {
  if (words.includes(given)) return given
  // What it is may be the shop's data.
  const what = typeof given === 'string' ? 'another text' : String(given === null ? null : typeof given)
  throw new TypeError(
    `The shop's function ${name} must answer one of ${words.join(', ')}; it has answered ${what}.`,
  )
}
