import type {
  BankTransferRequest,
  FrozenPayout,
  OnRampRequest,
  PaymentInstrument,
  Payout,
  PayoutIntent,
  PayoutPayment,
  ServiceClient,
  ServiceError,
  Transaction,
} from 'payin-checkout/server'
import { expectTypeOf, test } from 'vitest'

const euros = { value: '20', currency: 'EUR' }

test('each payout method compiles, and no mix of two does', () => {
  const methods: PayoutPayment[] = [
    { method: 'bank_account' },
    { method: 'bank_account', iban: 'i' },
    { method: 'bank_account', instrument_id: 'p' },
    { method: 'crypto_transfer', address: '0xabc', network: 'polygon' },
    { method: 'service_wallet' },
    { method: 'service_wallet', email: 'ada@shop.example' },
  ]
  // @ts-expect-error an IBAN and an instrument on record exclude each other
  const both: PayoutPayment = { method: 'bank_account', iban: 'i', instrument_id: 'p' }
  // @ts-expect-error a payout goes to no pre-selected bank
  const bank: PayoutPayment = { method: 'bank_account', bank_id: 'b' }
  // @ts-expect-error a payout goes to no card
  const card: PayoutPayment = { method: 'card' }
  // @ts-expect-error an address without its network
  const half: PayoutPayment = { method: 'crypto_transfer', address: '0xabc' }
  // @ts-expect-error polygon is the one network
  const other: PayoutPayment = { method: 'crypto_transfer', address: '0xabc', network: 'ethereum' }
  // @ts-expect-error a wallet has no IBAN
  const wallet: PayoutPayment = { method: 'service_wallet', iban: 'i' }
  return [methods, both, bank, card, half, other, wallet]
})

test('a payout intent has no float and no payer, and its recipient can have half a name', () => {
  const least: PayoutIntent = { amount: euros, return_url: 'https://shop.example/r' }
  // @ts-expect-error amounts are decimal strings
  const float: PayoutIntent = { ...least, amount: { value: 20.1, currency: 'EUR' } }
  // @ts-expect-error a payout has a recipient
  const payer: PayoutIntent = { ...least, payer: { email: 'ada@shop.example' } }
  const name: PayoutIntent = { ...least, recipient: { last_name: 'Byron' } }
  // @ts-expect-error the return_url is required
  const lost: PayoutIntent = { amount: euros }
  return [float, payer, name, lost]
})

test('legacy amounts are decimal strings, because a float loses cents', () => {
  // @ts-expect-error the document allows a number, the client does not
  const transfer: BankTransferRequest = { amount: 10.1 }
  // @ts-expect-error the number is written at the wire, exactly
  const onRamp: OnRampRequest = { amount: 10.1 }
  // @ts-expect-error the amount is required
  const none: OnRampRequest = { names: 'Ada Byron' }
  // @ts-expect-error currency, network and wallet were fixed at onboarding
  const fixed: OnRampRequest = { amount: '5', currency: 'EUR' }
  return [transfer, onRamp, none, fixed]
})

test('comparing the type of a transaction narrows it', () => {
  const narrow = (transaction: Transaction) => {
    if (transaction.type === 'MerchantOnRampTransfer') {
      expectTypeOf(transaction.chainId).toEqualTypeOf<number | null>()
      return transaction.bankDepositStatus === 'SUCCESS'
    }
    if (transaction.type === 'BankTransfer') {
      expectTypeOf(transaction.amount).toEqualTypeOf<string | null>()
      return transaction.payerBankAccount?.iban
    }
    expectTypeOf(transaction.paymentStatus).toEqualTypeOf<string>()
    return transaction.type
  }
  const ofInstrument = (instrument: PaymentInstrument) =>
    instrument.method === 'card'
      ? instrument.expiry
      : instrument.method === 'bank_account'
        ? instrument.iban
        : null
  expectTypeOf(ofInstrument).returns.toEqualTypeOf<string | null>()
  return narrow
})

test('the client has every operation of both interfaces', () => {
  expectTypeOf<ServiceClient>().toHaveProperty('payins')
  expectTypeOf<keyof ServiceClient>().toEqualTypeOf<
    'payins' | 'payouts' | 'payers' | 'banks' | 'transactions' | 'onRamp'
  >()
  expectTypeOf<ServiceClient['payouts']['create']>().parameter(0).toEqualTypeOf<FrozenPayout>()
  expectTypeOf<ServiceClient['payouts']['get']>().returns.resolves.toEqualTypeOf<Payout>()
  expectTypeOf<ServiceError['kind']>().toEqualTypeOf<
    'fix_request' | 'check_key' | 'wait' | 'retry' | 'start_anew' | 'conflict' | 'unknown'
  >()
})
