import { en, type Texts } from './en.ts'
import { nl as otherPages } from './other-pages/nl.ts'

export const nl: Texts = {
  ...en,
  // common, payin, card, bank, crypto, wallet, status: begin
  // common, payin, card, bank, crypto, wallet, status: end
  // payout, transfer, onRamp: begin
  ...otherPages,
  // payout, transfer, onRamp: end
}
