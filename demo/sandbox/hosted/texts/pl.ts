import { en, type Texts } from './en.ts'
import { pl as otherPages } from './other-pages/pl.ts'

export const pl: Texts = {
  ...en,
  // common, payin, card, bank, crypto, wallet, status: begin
  // common, payin, card, bank, crypto, wallet, status: end
  // payout, transfer, onRamp: begin
  ...otherPages,
  // payout, transfer, onRamp: end
}
