// All four kinds. A kind's name leads from here to what it is.
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
/** Which kind of a ledger the service lists by reference (payments-v2). The legacy interface lists nothing. */
const listed: Readonly<Record<LedgerName, PaymentKind>> = { order: payin, payout }

export const allKinds: readonly PaymentKind[] = Object.values(kinds)
export const signedKinds: readonly SignedKind[] = [payin, payout]
export const unsignedKinds: readonly UnsignedKind[] = [bankTransfer, onRamp]

/** What the kind with this name is. */
export const kindOf = (name: Kind): PaymentKind => kinds[name]

/** The same for a kind by which shoppers pay. */
export const shopperKindOf = (name: ShopperKind): ShopperPaymentKind => ofShoppers[name]

/** What is meant where a page names no kind (PROTOCOL §1). */
export const defaultKind: ShopperKind = payin.name

/** The kind whose list at the service holds the payments of a kind's ledger, as far as there is a list of them. */
export const listedKindFor = (name: Kind): Kind => listed[kinds[name].ledger].name
