/** The kinds of payment of the merchant protocol (docs/protocol.md#the-merchant-protocol). */
export const kinds = ['payin', 'payout', 'bank_transfer', 'on_ramp'] as const
export type Kind = (typeof kinds)[number]

/** Tells whether a value is one of the protocol's kinds. */
export function isKind(value: unknown): value is Kind {
  return kinds.includes(value as Kind)
}
