import { en, type Texts } from './en.ts'
import { fr as otherPages } from './other-pages/fr.ts'

export const fr: Texts = {
  ...en,
  // common, payin, card, bank, crypto, wallet, status: begin
  // common, payin, card, bank, crypto, wallet, status: end
  // payout, transfer, onRamp: begin
  ...otherPages,
  // payout, transfer, onRamp: end
}
