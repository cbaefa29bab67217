/** The kinds of payment of the merchant protocol (docs/protocol.md#the-merchant-protocol). */
export const kinds = ['payin', 'payout', 'bank_transfer', 'on_ramp'] as const
export type Kind = (typeof kinds)[number]

/** The kinds that a shopper may start. Payouts are started by the back office only. */
export const shopperKinds = ['payin', 'bank_transfer', 'on_ramp'] as const satisfies readonly Kind[]
export type ShopperKind = (typeof shopperKinds)[number]

/** Tells whether a value is one of the protocol's kinds. */
export function isKind(value: unknown): value is Kind {
  return kinds.includes(value as Kind)
}
