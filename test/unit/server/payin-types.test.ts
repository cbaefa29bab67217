import type { BankAccountPayment, PayerDetails, PayinPayment, Settlement } from 'payin-checkout/server'
import { expectTypeOf, test } from 'vitest'

test('each variant of a bank account compiles, and no mix of two does', () => {
  const variants: BankAccountPayment[] = [
    { method: 'bank_account' },
    { method: 'bank_account', bank_id: 'b' },
    { method: 'bank_account', iban: 'i' },
    { method: 'bank_account', instrument_id: 'p' },
  ]
  expectTypeOf(variants).toExtend<PayinPayment[]>()
  // @ts-expect-error the fields of the other variants must be absent
  const mixed: PayinPayment = { method: 'bank_account', bank_id: 'b', iban: 'i' }
  // @ts-expect-error a card has no IBAN
  const card: PayinPayment = { method: 'card', iban: 'i' }
  // @ts-expect-error an address without its network
  const crypto: Settlement = { method: 'crypto_transfer', address: 'a' }
  // @ts-expect-error half a name
  const payer: PayerDetails = { email: 'ada@shop.example', first_name: 'Ada' }
  return [mixed, card, crypto, payer]
})
