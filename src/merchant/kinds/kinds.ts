// All four kinds, and how to find one by its name.
import type { Kind } from '../../server/index.ts'
import type { ShopperKind } from '../settings/settings.ts'
import { bankTransfer } from './bank-transfer.ts'
import type { LedgerName, PaymentKind, ShopperPaymentKind, SignedKind, UnsignedKind } from './kind.ts'
import { onRamp } from './on-ramp.ts'
import { payin } from './payin.ts'
import { payout } from './payout.ts'

const ofShoppers: Readonly<Record<ShopperKind, ShopperPaymentKind>> = {
  payin,
  bank_transfer: bankTransfer,
  on_ramp: onRamp,
}
const kinds: Readonly<Record<Kind, PaymentKind>> = { ...ofShoppers, payout }
/** The kind of each ledger that the service lists by reference (payments-v2). The legacy interface has no lists. */
const listed: Readonly<Record<LedgerName, PaymentKind>> = { order: payin, payout }

export const allKinds: readonly PaymentKind[] = Object.values(kinds)
export const signedKinds: readonly SignedKind[] = [payin, payout]
export const unsignedKinds: readonly UnsignedKind[] = [bankTransfer, onRamp]

/** The kind with this name. */
export const kindOf = (name: Kind): PaymentKind => kinds[name]

/** The kind with this name, of those by which shoppers pay. */
export const shopperKindOf = (name: ShopperKind): ShopperPaymentKind => ofShoppers[name]

/** The kind of a request that names none (docs/protocol.md#the-widget). */
export const defaultKind: ShopperKind = payin.name

/** The kind whose list at the service is read for a kind's ledger. Only payments of that kind are in it. */
export const listedKindFor = (name: Kind): Kind => listed[kinds[name].ledger].name
