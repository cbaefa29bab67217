// The life of a legacy bank transfer: create, link, authorization at the bank. AUTHORIZED is its last state: "the
// service is not notified when the bank completes the final money transfer".
import { randomUUID } from 'node:crypto'
import type { Clock, Timers } from '../clock.ts'
import type { BankTransferIntent } from './intents.ts'
import { createRecords, type Entry } from './records.ts'
import { scenarioOf } from './scenarios.ts'
import { type BankTransferStatus, isUndecided } from './statuses.ts'
import { createTokens } from './tokens.ts'

export type PayerBankAccount = { iban: string; holderNames: string; bank: string }

export type BankTransfer = Omit<BankTransferIntent, 'amount'> & {
  uuid: string
  type: 'BankTransfer'
  amount: string
  paymentStatus: BankTransferStatus
  /** Only once authorized. */
  payerBankAccount?: PayerBankAccount
  addressPassedKyt: boolean
  createdAt: string
  lastUpdated: string
}

export type BankTransfersOptions = {
  clock: Clock
  timers: Timers
  onStatusChange(transfer: BankTransfer): void
  /** What the merchant is given as `paymentLink`; a fault can make it hostile. */
  applyLinkFault(link: string): string
}

export type BankTransfers = ReturnType<typeof createBankTransfers>

export function createBankTransfers({ clock, timers, onStatusChange, applyLinkFault }: BankTransfersOptions) {
  const tokens = createTokens()
  const records = createRecords<BankTransfer>({
    clock,
    timers,
    onChange: (now, before) => {
      if (now.paymentStatus !== before.paymentStatus) onStatusChange(now)
    },
  })
  const nowText = () => new Date(clock.now()).toISOString()

  function create({ amount, ...intent }: BankTransferIntent): BankTransfer {
    const uuid = randomUUID()
    const transfer: BankTransfer = {
      uuid,
      type: 'BankTransfer',
      amount: String(amount),
      paymentStatus: 'INTENT',
      addressPassedKyt: true,
      ...intent,
      createdAt: nowText(),
      lastUpdated: nowText(),
    }
    records.add(uuid, transfer, [])
    return transfer
  }

  /**
   * The bank authorization link: INTENT becomes STARTED ("authorization link generated"). Asked again, it is the same.
   * `undefined` when the bank has decided.
   */
  function makeLink(uuid: string, origin: string): string | undefined {
    const transfer = records.find(uuid)
    if (!transfer || !isUndecided(transfer.paymentStatus)) return undefined
    const token = tokens.tokenOf(uuid) ?? tokens.issue(uuid)
    if (transfer.paymentStatus === 'INTENT') change(uuid, { paymentStatus: 'STARTED' })
    return applyLinkFault(`${origin}/transfer/${token}`)
  }

  function change(uuid: string, fields: Partial<BankTransfer>) {
    return records.change(uuid, { ...fields, lastUpdated: nowText() })
  }

  /** The payer agreed at the bank; the amount's scenario has the last word. */
  function authorize(uuid: string, payerBankAccount: PayerBankAccount): void {
    const transfer = records.find(uuid)
    if (transfer?.paymentStatus !== 'STARTED') return
    if (scenarioOf(transfer.amount).kind === 'fails') return fail(uuid)
    change(uuid, { paymentStatus: 'AUTHORIZED', payerBankAccount })
  }

  /** The bank or the payer refused. Without effect when the bank has decided. */
  function fail(uuid: string): void {
    if (records.find(uuid)?.paymentStatus === 'STARTED') change(uuid, { paymentStatus: 'FAILED_INTENT' })
  }

  return {
    create,
    makeLink,
    authorize,
    fail,
    /** To any status: the control panel's way. An account is shown once authorized, and made up if none is known. */
    moveByHand(uuid: string, paymentStatus: BankTransferStatus): BankTransfer | undefined {
      const made = { iban: 'DE89370400440532013000', holderNames: 'Sandbox Payer', bank: 'Sandbox Bank' }
      const account = records.find(uuid)?.payerBankAccount ?? made
      const payerBankAccount = paymentStatus === 'AUTHORIZED' ? account : undefined
      return records.change(uuid, { paymentStatus, payerBankAccount, lastUpdated: nowText() })
    },
    find: records.find,
    ownsToken: (token: string) => tokens.idOf(token) !== '',
    findByToken: (token: string) => records.find(tokens.idOf(token)),
    list: records.list,
    /** Where the payer authorizes; `null` before a link was made. */
    hostedPath: (uuid: string) => {
      const token = tokens.tokenOf(uuid)
      return token === undefined ? null : `/transfer/${token}`
    },
    snapshot: () => ({ entries: records.snapshot(), tokens: tokens.snapshot() }),
    restore(saved: { entries: readonly Entry<BankTransfer>[]; tokens: readonly [string, string][] }) {
      tokens.restore(saved.tokens)
      records.restore(saved.entries)
    },
  }
}
