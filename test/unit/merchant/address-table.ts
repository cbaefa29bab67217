// Every way to the address of a hosted page, for every change of an order: what is answered, and what becomes of money that
// comes all the same. address-table.test.ts runs each cell, and docs/money-rules.md shows the same tables.
import type { ShopperKind } from '../../../src/merchant/settings/settings.ts'

export const kinds = ['payin', 'bank_transfer', 'on_ramp'] as const satisfies readonly ShopperKind[]

/** What happens to the order after the shopper has pressed. */
export const changes = [
  'the price rises',
  'the price falls',
  'the currency changes',
  'it is paid at the till',
  'it is withdrawn',
  'its id goes to another customer',
  'another payment is promised',
  'another payment paid it',
] as const
export type Change = (typeof changes)[number]

/** Ways of a shopper. At a first press no session of this kind exists before the change. */
export const ways = ['first press', 'same key', 'another key', 'link', 'read'] as const
export type Way = (typeof ways)[number]

/** `problem` is the end of the type `urn:payin-checkout:…`, or the pointer of the refused field. */
export type Answer = `${200 | 201} ${'with' | 'without'} address` | `${409 | 422} ${string}`
type Row = Readonly<Record<Way, Answer>>

const read = '200 without address'
const newPrice: Row = {
  'first press': '201 with address',
  'same key': '409 price-changed',
  'another key': '201 with address',
  link: '409 price-changed',
  read,
}
const refused = (problem: string, firstPress: Answer = `409 ${problem}`): Row => ({
  'first press': firstPress,
  'same key': `409 ${problem}`,
  'another key': `409 ${problem}`,
  link: `409 ${problem}`,
  read,
})

const answers: Readonly<Record<Change, Row>> = {
  'the price rises': newPrice,
  'the price falls': newPrice,
  'the currency changes': newPrice,
  'it is paid at the till': refused('order-paid'),
  'it is withdrawn': refused('order-withdrawn', '422 /order'),
  'its id goes to another customer': {
    'first press': '201 with address',
    'same key': '409 order-withdrawn',
    'another key': '201 with address',
    link: '409 order-withdrawn',
    read,
  },
  'another payment is promised': {
    'first press': '201 without address',
    'same key': '201 without address',
    'another key': '201 without address',
    link: '409 order-promised',
    read,
  },
  'another payment paid it': refused('order-paid'),
}

/** On-ramps are paid in euros only. */
const onlyEuros: Partial<Row> = { 'first press': '422 /kind', 'another key': '422 /kind' }

export const answerOf = (kind: ShopperKind, change: Change, way: Way): Answer =>
  (kind === 'on_ramp' && change === 'the currency changes' ? onlyEuros[way] : undefined) ??
  answers[change][way]

/** What becomes of money that comes after the change. */
export interface Money {
  /** `null`: it pays the order. */
  readonly review: string | null
  readonly alert: string | null
  /** Whether it can be settled as accepted before the shop has changed its order again. */
  readonly accepted: boolean
}

const otherPrice: Money = { review: 'amount_differs', alert: 'amount_differs', accepted: true }
const twice: Money = { review: 'paid_twice', alert: 'paid_twice', accepted: false }
export const money: Readonly<Record<Change, Money>> = {
  'the price rises': otherPrice,
  'the price falls': otherPrice,
  'the currency changes': otherPrice,
  'it is paid at the till': twice,
  'it is withdrawn': { review: 'order_withdrawn', alert: 'order_unknown', accepted: false },
  'its id goes to another customer': { review: 'order_withdrawn', alert: 'order_unknown', accepted: false },
  'another payment is promised': { review: null, alert: null, accepted: false },
  'another payment paid it': twice,
}

/** What a recipient gets who opens a payout with its code, when something has happened to its reference. */
export const claims = {
  'the price rises': '409 price-changed',
  'it is withdrawn': '409 order-withdrawn',
  'another payment is promised': '409 order-promised',
  'another payment paid it': '409 order-paid',
} as const satisfies Partial<Record<Change, Answer>>

/** The tables of docs/money-rules.md. */
export function tablesOfDocument(): string[] {
  const cell = (change: Change, way: Way) => {
    const [usual, onRamp] = [answerOf('payin', change, way), answerOf('on_ramp', change, way)]
    return usual === onRamp ? usual : `${usual}; on-ramp: ${onRamp}`
  }
  const settled = ({ alert, accepted }: Money) =>
    alert === null ? 'it pays the order' : accepted ? 'accepted or refunded' : 'refunded; accepted is refused'
  return [
    tableOf(
      ['the order', ...ways, 'payout claim'],
      changes.map((change) => [
        change,
        ...ways.map((way) => cell(change, way)),
        (claims as Partial<Record<Change, Answer>>)[change] ?? '–',
      ]),
    ),
    tableOf(
      ['the order', 'what the shopper reads', 'alert', 'settled as'],
      changes.map((change) => {
        const { review, alert } = money[change]
        const seen = review === null ? 'complete' : `authorized, review \`${review}\``
        return [change, seen, alert === null ? 'none' : `\`${alert}\``, settled(money[change])]
      }),
    ),
  ]
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `|${cells.map((text) => (text === '---' ? text : ` ${text} `)).join('|')}|`)
    .join('\n')
