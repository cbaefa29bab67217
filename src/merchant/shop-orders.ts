// Calls the shop's functions. Their answers are checked here and nowhere else: a missing or wrong value must not become a
// wrong payment later. What they throw is logged with the function's name.
import { z } from 'zod'
import { capitals } from '../contract/values.ts'
import { type Clock, isDecimal, type PayerDetails } from '../server/index.ts'
import { endsWithin } from './deadline.ts'
import { errorFields, type Log, nameFunction } from './log.ts'
import type { Asked, Entry, LegacyPayer, Order, Orders, Payment, ShopOrders } from './orders.ts'
import { isPlain } from './plain-text.ts'
import { isRealTime } from './session/parse-time.ts'
import { isDatabaseBusy, isDatabaseUnavailable, isWrongValue } from './store/database-errors.ts'
import type { Transaction } from './store/db.ts'

const text = (example: string) => z.string(`must be a text, such as ${example}`).min(1, 'is empty')
const plain = (example: string) => text(example).refine(isPlain, 'has control characters')
const shortText = (example: string) => plain(example).max(36, 'has more than 36 characters')

const idRule =
  'must be a text of 1 to 36 characters without control characters, such as "A-1001", or a whole number'

const isId = (id: string): boolean => id !== '' && id.length <= 36 && isPlain(id)

const paidByRule = 'must be the id of the payment, or null'

/** A further detail of the payer. An empty column of a table is no detail. */
const detail = z.string('must be a text').nullish()

/** Each field is named, because the properties of a class are not copied otherwise. */
const payerShape = z
  .looseObject(
    {
      email: text('"ada@shop.example"').trim(),
      country: detail,
      language: detail,
      first_name: detail,
      last_name: detail,
      phone: detail,
      address: detail,
    },
    'must be { email, … }',
  )
  .transform(
    ({ email, ...more }) =>
      ({
        email,
        ...Object.fromEntries(Object.entries(more).filter(([, value]) => (value ?? null) !== null)),
      }) as PayerDetails,
  )

const yesOrNo = z
  .boolean('must be true or false')
  .nullish()
  .transform((given) => given ?? undefined)

const legacyShape = z
  .object(
    {
      // Customers are often numbered.
      clientId: z.union([z.string(), z.int(), z.bigint()], 'must be a text or a whole number').nullish(),
      passedKyc: yesOrNo,
      passedAml: yesOrNo,
    },
    'must be { clientId, … }',
  )
  .transform(
    ({ clientId = null, passedKyc, passedAml }): LegacyPayer => ({
      ...(clientId !== null && { clientId: String(clientId) }),
      ...(passedKyc !== undefined && { passedKyc }),
      ...(passedAml !== undefined && { passedAml }),
    }),
  )

/** A column such as `numeric(20, 10)` fills a price with zeros, and a bank transfer takes two decimals. */
const withoutSpareZeros = (value: string): string => value.replace(/(\.\d\d+?)0+$/, '$1')

const timeRule =
  'must be a time since 2000: a Date, milliseconds, or a text with its offset, such as "2026-11-20T12:00:00Z"'

const hasOffset = /:\d\d.*(Z|[+-]\d\d(:?\d\d)?)$/i

const orderShape = z.object(
  {
    id: z.union([z.string(), z.int(idRule), z.bigint()], idRule).refine((id) => isId(String(id)), idRule),
    amount: z.object(
      {
        value: text('"49.90"')
          .overwrite(withoutSpareZeros)
          .refine(isDecimal, 'must be a decimal text, such as "49.90"'),
        // Money is compared with the service's, which writes capitals.
        currency: plain('"EUR"').regex(capitals, 'must be in capitals without blanks, such as "EUR"'),
      },
      'must be { value, currency }',
    ),
    payer: payerShape.nullish(),
    // A missing field is no answer: an order that seems unpaid could be paid twice. Nor is an empty one: an order that seems
    // paid could never be paid.
    paidBy: z.string(paidByRule).regex(/\S/, paidByRule).nullable(),
    // A database client may return a time as text. Without an offset it would be another time on another machine.
    placedAt: z
      .unknown()
      .refine((given) => typeof given !== 'string' || hasOffset.test(given), timeRule)
      .pipe(z.coerce.date(timeRule).refine((at) => isRealTime(at.getTime()), timeRule))
      .nullish(),
    reference: shortText('"A-1001"').nullish(),
    legacy: legacyShape.nullish(),
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

/**
 * Whether a function counts as failing after this error. `setPaid` and `fulfil` are called again until they succeed, so every
 * error counts: a value that their column cannot hold, and a database that is full or only reads. `find` gets what visitors
 * send: neither a strange id nor a database that is away is its fault, and nobody may ask it again. Any visitor could make
 * `shopper` and `mayPay` fail, such as with a broken cookie.
 */
const countsAsFailing = (name: string, error: unknown): boolean =>
  name === 'setPaid' ||
  name === 'fulfil' ||
  (name === 'find' && !(isWrongValue(error) || isDatabaseUnavailable(error) || isDatabaseBusy(error)))

/** Thrown by `find` for an id that the shop's column cannot hold, such as `abc` for a number. The transaction has failed. */
export class NoId extends Error {
  override readonly name = 'NoId'
}

const required = ['find', 'setPaid', 'fulfil'] as const
const optional = ['shopper', 'mayPay'] as const

/** Which of the shop's functions are missing, as messages. Without this, the first shopper would find it out. */
export function orderMistakes(orders: Partial<Orders<never>> | undefined): readonly string[] {
  const isFunction = (name: keyof Orders) => typeof orders?.[name] === 'function'
  if (orders === undefined || orders === null)
    return [`orders is missing: it must hold the shop's functions ${required.join(', ')}.`]
  return [
    ...required.filter((name) => !isFunction(name)).map((name) => `orders.${name} must be a function.`),
    ...optional
      .filter(
        (name) => (orders[name] ?? null) !== null && !isFunction(name) && !isByRequest(name, orders[name]),
      )
      .map((name) => `orders.${name} must be a function; leave it out if the shop has no accounts.`),
  ]
}

/** Whether the framework's own request says who is signed in. */
const isByRequest = (name: string, given: unknown) => name === 'shopper' && given === 'request'

/**
 * Wraps the shop's functions.
 * @throws {TypeError} from the wrapped functions: names the shop's function and what is wrong with its answer
 * @throws {ShopTimeout} from the wrapped functions
 */
export function shopOrders<Own>(
  orders: Orders<Own>,
  clock: Pick<Clock, 'sleep'>,
  log: Log = () => undefined,
): ShopOrders {
  // The store's type says what `own` is. This is the only place that casts it.
  const own = (tx: Transaction) => tx.own as Own
  const failing = new Set<string>()

  /** Calls a function, with a time limit unless it has its own. @param read checks its answer */
  async function call<T, Answer>(
    name: string,
    called: () => Promise<T>,
    read: (answer: T) => Answer,
    isLimited = true,
  ): Promise<Answer> {
    try {
      // A shop without types may return a value in place of a promise.
      const answer = Promise.resolve(called())
      if (!isLimited || (await endsWithin(clock, limitMs, answer))) {
        const known = read(await answer)
        failing.delete(name)
        return known
      }
      throw new ShopTimeout(
        `The shop's function ${name} has not ended within ${limitMs / 1_000} seconds. Limit the time of what it waits for.`,
      )
    } catch (error) {
      if (countsAsFailing(name, error)) failing.add(name)
      throw nameFunction(error, name)
    }
  }

  let isMissingReported = false

  /** The framework's answer counts before the shop's: it is about this very request. */
  function shopperOf(headers: Headers, given: (() => unknown) | null): Asked['shopper'] {
    // Called as a method, because the functions may belong to an object of a class.
    const own = () => (typeof orders.shopper === 'function' ? orders.shopper(headers) : null)
    const ask = given ?? (typeof orders.shopper === 'function' ? own : null)
    if (ask !== null) {
      let asked: Promise<string | null> | undefined
      return () => {
        asked ??= call('shopper', async () => ask(), readShopper)
        return asked
      }
    }
    if (orders.shopper !== 'request') return null
    if (!isMissingReported) log('shopper_not_given', { message: notGiven })
    isMissingReported = true
    return async () => null
  }

  async function mayPay(order: Order, asked: Asked): Promise<boolean> {
    if (orders.mayPay) return call('mayPay', async () => orders.mayPay?.(order, asked), readPermission)
    const email = (await asked.shopper?.()) ?? null
    return email !== null && normalized(order.payer?.email) === normalized(email)
  }

  return {
    async find(tx, id, asked) {
      try {
        return await call('find', () => orders.find(own(tx), id, asked), readOrder)
      } catch (error) {
        if (!isWrongValue(error)) throw error
        // Other faults of this class are the shop's own: the operator sees each.
        log('order_id_refused', errorFields(error))
        throw new NoId(undefined, { cause: error })
      }
    },
    // A copy: what the shop changes in it would be the amount of the event that fulfils the order.
    setPaid: (tx, { ownId }, payment) =>
      call('setPaid', () => orders.setPaid(own(tx), ownId, copyOf(payment)), readNothing('setPaid')),
    // Its time limit is that of sync/outbox.ts.
    fulfil: (event) => call('fulfil', () => orders.fulfil(event), readNothing('fulfil'), false),
    failing: () => [...failing].sort(),
    shopperOf,
    hasAccounts: (asked) => Boolean(orders.mayPay) || asked.shopper !== null,
    async mayPay(entry, asked, id) {
      const order = entry === null ? nobodysOrder(id) : { ...entry, id: entry.ownId }
      try {
        return (await mayPay(order, asked)) && entry !== null
      } catch (error) {
        // An id that no column can hold is nobody's, as in `find`.
        if (entry === null && isWrongValue(error)) return false
        throw error
      }
    },
  }
}

const notGiven =
  "orders.shopper is 'request', and a request came without a shopper, who counts as a guest. Write toNode(merchant, { shopper: (request) => … }), or hand { shopper } to merchant.fetch beside the request."

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

/** Not `structuredClone`: its times are no `Date` of a program whose tests have replaced it, and a client would refuse them. */
const copyOf = ({ amount, at, ...payment }: Payment): Payment => ({
  ...payment,
  amount: { ...amount },
  at: new Date(at),
})

/** By default a signed-in shopper may pay the orders whose payer has the same e-mail address, in any letter case. */
const normalized = (email: string | undefined) => email?.trim().toLowerCase()

function readOrder(given: Order | null | undefined): Entry | null {
  if (given === null || given === undefined) return null
  const read = orderShape.safeParse(given)
  if (read.success) {
    // Only what was checked: an object of the shop could answer otherwise when it is read again.
    const { id: ownId, amount, payer = null, paidBy, placedAt = null, reference, legacy = null } = read.data
    const id = String(ownId)
    // `setPaid` gets a bigint back, as the client wrote it.
    return {
      id,
      ownId: ownId as string | number,
      amount,
      payer,
      paidBy,
      placedAt,
      reference: reference ?? id,
      legacy,
    }
  }
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.') || 'it'} ${message}`)
  throw new TypeError(
    `The shop's function find has returned something else than an order: ${wrong.join('; ')}.`,
  )
}

/** A user's number or a name would reach the service as the e-mail address of a payer. */
function readShopper(given: unknown): string | null {
  if (given === null || given === undefined) return null
  const email = typeof given === 'string' ? given.trim() : null
  if (email === '') return null
  if (email !== null && /^[^\s@]+@[^\s@]+$/.test(email) && isPlain(email)) return email
  throw new TypeError(
    `The shop's function shopper must return an e-mail address or null; it has returned ${kindOfValue(given)}${email === null ? '' : ' that is no e-mail address'}.`,
  )
}

/**
 * What a function without an answer may return. A `false`, a response of a server or a count of changed rows may say that it
 * has failed, so money would count as stored, or a parcel as sent, that is not.
 */
const readNothing = (name: string) => (given: unknown) => {
  if (given === null || given === undefined) return
  throw new TypeError(
    `The shop's function ${name} must return nothing when it is done, and throw when it has failed; it has returned ${kindOfValue(given)}. Await what it calls, check the result there, and return nothing.`,
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
