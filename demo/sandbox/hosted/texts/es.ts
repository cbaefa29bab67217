import { en, type Texts } from './en.ts'
import { es as otherPages } from './other-pages/es.ts'

export const es: Texts = {
  ...en,
  // common, payin, card, bank, crypto, wallet, status: begin
  // common, payin, card, bank, crypto, wallet, status: end
  // payout, transfer, onRamp: begin
  ...otherPages,
  // payout, transfer, onRamp: end
}
