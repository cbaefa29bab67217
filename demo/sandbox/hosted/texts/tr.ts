import { en, type Texts } from './en.ts'
import { tr as otherPages } from './other-pages/tr.ts'

export const tr: Texts = {
  ...en,
  // common, payin, card, bank, crypto, wallet, status: begin
  // common, payin, card, bank, crypto, wallet, status: end
  // payout, transfer, onRamp: begin
  ...otherPages,
  // payout, transfer, onRamp: end
}
