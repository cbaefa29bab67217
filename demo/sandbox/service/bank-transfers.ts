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
  /** Returns the `paymentLink` for the merchant, which a fault may replace by a malicious one. */
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
   * The bank authorization link: INTENT becomes STARTED ("authorization link generated"). A second call returns the
   * same link. `undefined` when the bank has decided.
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

  /** The payer agreed at the bank. The scenario of the amount may still make the transfer fail. */
  function authorize(uuid: string, payerBankAccount: PayerBankAccount): void {
    const transfer = records.find(uuid)
    if (transfer?.paymentStatus !== 'STARTED') return
    if (scenarioOf(transfer.amount).kind === 'fails') return fail(uuid)
    change(uuid, { paymentStatus: 'AUTHORIZED', payerBankAccount })
  }

  /** The bank or the payer refused. Does nothing after the bank has decided. */
  function fail(uuid: string): void {
    if (records.find(uuid)?.paymentStatus === 'STARTED') change(uuid, { paymentStatus: 'FAILED_INTENT' })
  }

  return {
    create,
    makeLink,
    authorize,
    fail,
    /**
     * Sets any status, for the control panel. An authorized transfer has an account: an invented one if none is known.
     */
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
    /** The path of the hosted page; `null` before a link was generated. */
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
