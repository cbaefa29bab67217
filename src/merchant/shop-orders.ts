// Calls the shop's functions. Their answers are checked here and nowhere else: a missing or wrong value must not become a
// wrong payment later. What they throw is logged with the function's name.
import { z } from 'zod'
import { type Clock, isDecimal } from '../server/index.ts'
import { endsWithin } from './deadline.ts'
import { nameFunction } from './log.ts'
import type { Asked, Entry, Order, Orders, ShopOrders } from './orders.ts'
import { isPlain } from './plain-text.ts'
import { isWrongValue } from './store/database-errors.ts'
import type { Transaction } from './store/db.ts'

const text = (example: string) => z.string(`must be a text, such as ${example}`).min(1, 'is empty')
const shortText = (example: string) =>
  text(example).max(36, 'has more than 36 characters').refine(isPlain, 'has control characters')

const idRule =
  'must be a text of 1 to 36 characters without control characters, such as "A-1001", or a whole number'

const orderShape = z.looseObject(
  {
    id: z
      .union([z.string(), z.int(), z.bigint()], idRule)
      .transform(String)
      .refine((id) => id !== '' && id.length <= 36 && isPlain(id), idRule),
    amount: z.looseObject(
      {
        value: text('"49.90"').refine(isDecimal, 'must be a decimal text, such as "49.90"'),
        currency: text('"EUR"'),
      },
      'must be { value, currency }',
    ),
    payer: z.looseObject({ email: text('"ada@shop.example"') }, 'must be { email, … }').nullish(),
    // A missing field is no answer: an order that seems unpaid could be paid twice.
    paidBy: z.string('must be the id of the payment, or null').nullable(),
    // A database client may return a time as text.
    placedAt: z.coerce.date('must be a time').nullish(),
    reference: shortText('"A-1001"').nullish(),
    legacy: z.looseObject({}, 'must be { clientId, … }').nullish(),
  },
  'must be an order, or null where there is no such order',
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

/** Thrown by `find` for an id that the shop's column cannot hold, such as `abc` for a number. The transaction has failed. */
export class NoId extends Error {
  override readonly name = 'NoId'
}

/**
 * Wraps the shop's functions.
 * @throws {TypeError} from the wrapped functions: names the shop's function and what is wrong with its answer
 * @throws {ShopTimeout} from the wrapped functions
 */
export function shopOrders<Own>(orders: Orders<Own>, clock: Pick<Clock, 'sleep'>): ShopOrders {
  const { shopper, mayPay = shopper && payerIs(shopper) } = orders
  // The store's type says what `own` is. This is the only place that casts it.
  const own = (tx: Transaction) => tx.own as Own

  /** Calls a function, with a time limit. @param read checks its answer */
  async function call<T, Answer>(
    name: string,
    called: () => Promise<T>,
    read: (answer: T) => Answer,
  ): Promise<Answer> {
    try {
      // A shop without types may return a value in place of a promise.
      const answer = Promise.resolve(called())
      if (await endsWithin(clock, limitMs, answer)) return read(await answer)
      throw new ShopTimeout(
        `The shop's function ${name} has not ended within ${limitMs / 1_000} seconds. Limit the time of what it waits for.`,
      )
    } catch (error) {
      throw nameFunction(error, name)
    }
  }

  return {
    async find(tx, id, asked) {
      try {
        return await call('find', () => orders.find(own(tx), id, asked), readOrder)
      } catch (error) {
        throw isWrongValue(error) ? new NoId(undefined, { cause: error }) : error
      }
    },
    setPaid: (tx, { ownId }, payment) =>
      call(
        'setPaid',
        () => orders.setPaid(own(tx), ownId, payment),
        () => undefined,
      ),
    async fulfil(event) {
      try {
        await orders.fulfil(event)
      } catch (error) {
        throw nameFunction(error, 'fulfil')
      }
    },
    shopper: async (headers) =>
      shopper ? call('shopper', () => shopper.call(orders, headers), readShopper) : null,
    mayPay: mayPay
      ? async (entry, asked, id) => {
          const order = entry === null ? nobodysOrder(id) : { ...entry, id: entry.ownId }
          try {
            const permitted = await call('mayPay', () => mayPay.call(orders, order, asked), readPermission)
            return permitted && entry !== null
          } catch (error) {
            // An id that no column can hold is nobody's, as in `find`.
            if (entry === null && isWrongValue(error)) return false
            throw error
          }
        }
      : null,
  }
}

/**
 * What `mayPay` gets for an order that does not exist: an answer that came without its work would say so, and so would its
 * error. It has all that an order of a shop usually has, and its answer counts for nothing.
 */
const nobodysOrder = (id: string): Order => ({
  id,
  amount: { value: '1.00', currency: 'EUR' },
  payer: { email: 'nobody@nowhere.invalid' },
  paidBy: null,
  placedAt: null,
  reference: id,
  legacy: null,
})

/** By default a signed-in shopper may pay the orders whose payer has the same e-mail address. */
const payerIs =
  (shopper: NonNullable<Orders['shopper']>) =>
  async (order: Order, { headers }: Asked): Promise<boolean> => {
    const email = readShopper(await shopper(headers))
    return email !== null && normalized(order.payer?.email) === normalized(email)
  }

const normalized = (email: string | undefined) => email?.trim().toLowerCase()

function readOrder(given: Order | null | undefined): Entry | null {
  if (given === null || given === undefined) return null
  const read = orderShape.safeParse(given)
  if (read.success) {
    const { id, placedAt = null, reference } = read.data
    const { amount, payer = null, paidBy, legacy = null } = given
    return { id, ownId: given.id, amount, payer, paidBy, placedAt, reference: reference ?? id, legacy }
  }
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`)
  throw new TypeError(
    `The shop's function find has returned something else than an order: ${wrong.join('; ')}.`,
  )
}

function readShopper(given: unknown): string | null {
  if (given === null || given === undefined) return null
  if (typeof given === 'string' && isPlain(given)) return given.trim() || null
  throw new TypeError(
    `The shop's function shopper must return an e-mail address or null; it has returned ${kindOfValue(given)}.`,
  )
}

/** Only `true` permits. Anything that is no answer at all is a mistake of the shop, and permits nothing. */
function readPermission(given: unknown): boolean {
  if (given === true) return true
  if (given === false || given === null || given === undefined) return false
  throw new TypeError(
    `The shop's function mayPay must return true or false; it has returned ${kindOfValue(given)}, which permits nothing.`,
  )
}

/** The value itself is not shown, because it may be data of the shop. */
const kindOfValue = (given: unknown): string =>
  typeof given === 'string' ? 'a text' : typeof given === 'object' ? 'an object' : `a ${typeof given}`
