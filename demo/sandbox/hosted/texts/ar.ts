import { en, type Texts } from './en.ts'
import { ar as otherPages } from './other-pages/ar.ts'

export const ar: Texts = {
  ...en,
  // common, payin, card, bank, crypto, wallet, status: begin
  // common, payin, card, bank, crypto, wallet, status: end
  // payout, transfer, onRamp: begin
  ...otherPages,
  // payout, transfer, onRamp: end
}
