/**
 * Every `type` by which a page distinguishes one refusal from another with the same status (docs/protocol.md#problems), and what
 * it says. All other problems have `about:blank`.
 */
export const problemTypes = {
  'urn:payin-checkout:price-changed':
    '409: the order has another price than the session. `amount` is the price now, and a new key begins a new attempt.',
  'urn:payin-checkout:order-withdrawn': '409: the shop has withdrawn the order.',
  'urn:payin-checkout:order-promised': '409: another payment of the order is promised.',
  'urn:payin-checkout:order-paid': '409: the order is paid.',
  'urn:payin-checkout:two-payments-open':
    '422 or 429: two payments of the order can be paid already. The shopper continues with one of them, ends one, or waits.',
} as const

export type ProblemType = keyof typeof problemTypes
