// What is paid at the bank, as the bank's pages see it: payins, bank transfers and on-ramps give one each.
import type { SandboxBank } from '../../service/banks.ts'
import type { Money } from '../../service/intents.ts'
import type { PayinStatusDetails } from '../../service/statuses.ts'
import type { Content } from '../document.ts'
import type { Visit } from '../visits.ts'

/** The account that the payer authorised the payment from. */
export type AuthorizedAccount = { iban: string; bankId: string; holderNames: string }

export type BankPayment = {
  visit: Visit
  /** Where the flow lives, such as "/pay/…": the steps are below it. */
  path: string
  amount: Money
  payee: string
  reference?: string | undefined
  /** ISO time. */
  expiresAt?: string | undefined
  /** The sandbox's time in ms, for the countdown; needed when `expiresAt` is given. */
  now?: number | undefined
  holder: { name?: string | undefined; email: string }
  /** As the merchant said; the visitor's own choice comes first. */
  preferred?: { language?: string | undefined; country?: string | undefined } | undefined
  /** Straight to this bank's sign-in. Beside `presetIban`: the bank that keeps the account. */
  presetBankId?: string | undefined
  /** Straight to the confirmation, from this account. */
  presetIban?: string | undefined
  /** A POST to it cancels. */
  cancelPath: string
  /** Where "Back" on the first step leads; without it there is none. */
  backPath?: string | undefined
  /** Below each step: the sandbox's strip. */
  strip?: Content | undefined
  started(bank: SandboxBank): void
  authorized(account: AuthorizedAccount): void
  refused(details: PayinStatusDetails): void
  /** Where to go after the decision, with a 303. */
  leave(): string
}
