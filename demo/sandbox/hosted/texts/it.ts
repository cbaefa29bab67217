import { en, type Texts } from './en.ts'
import { it as otherPages } from './other-pages/it.ts'

export const it: Texts = {
  ...en,
  // common, payin, card, bank, crypto, wallet, status: begin
  // common, payin, card, bank, crypto, wallet, status: end
  // payout, transfer, onRamp: begin
  ...otherPages,
  // payout, transfer, onRamp: end
}
