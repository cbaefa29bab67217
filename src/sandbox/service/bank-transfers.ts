// The life of a legacy bank transfer: create, link, authorization at the bank. AUTHORIZED is its last state: "the
// service is not notified when the bank completes the final money transfer".
import { randomUUID } from 'node:crypto'
import type { BankTransferIntent } from './intents.ts'
import { createLinkedRecords, type LinkedRecordsOptions } from './linked-records.ts'
import { scenarioOf } from './scenarios.ts'
import { type BankTransferStatus, isUndecided } from './statuses.ts'

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

export type BankTransfers = ReturnType<typeof createBankTransfers>

export function createBankTransfers(options: LinkedRecordsOptions<BankTransfer>) {
  const records = createLinkedRecords(options, '/transfer', ({ paymentStatus }) => paymentStatus)
  const { find, hostedPath } = records.reads
  const nowText = () => new Date(options.clock.now()).toISOString()

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
    const transfer = find(uuid)
    if (!transfer || !isUndecided(transfer.paymentStatus)) return undefined
    if (transfer.paymentStatus === 'INTENT') change(uuid, { paymentStatus: 'STARTED' })
    return records.makeLink(uuid, origin)
  }

  function change(uuid: string, fields: Partial<BankTransfer>) {
    return records.change(uuid, { ...fields, lastUpdated: nowText() })
  }

  /** The payer agreed at the bank. The scenario of the amount may still make the transfer fail. */
  function authorize(uuid: string, payerBankAccount: PayerBankAccount): void {
    const transfer = find(uuid)
    if (transfer?.paymentStatus !== 'STARTED') return
    if (scenarioOf(transfer.amount).kind === 'fails') return fail(uuid)
    change(uuid, { paymentStatus: 'AUTHORIZED', payerBankAccount })
  }

  /** The bank or the payer refused. Does nothing after the bank has decided. */
  function fail(uuid: string): void {
    if (find(uuid)?.paymentStatus === 'STARTED') change(uuid, { paymentStatus: 'FAILED_INTENT' })
  }

  return {
    ...records.reads,
    create,
    makeLink,
    authorize,
    fail,
    /**
     * Sets any status, for the control panel. An authorized transfer has an account: an invented one if none is known.
     */
    moveByHand(uuid: string, paymentStatus: BankTransferStatus): BankTransfer | undefined {
      const made = { iban: 'DE89370400440532013000', holderNames: 'Sandbox Payer', bank: 'Sandbox Bank' }
      const account = find(uuid)?.payerBankAccount ?? made
      const payerBankAccount = paymentStatus === 'AUTHORIZED' ? account : undefined
      return records.change(uuid, { paymentStatus, payerBankAccount, lastUpdated: nowText() })
    },
    /** The path of the hosted page; `null` before a link was generated. */
    hostedPath: (uuid: string) => (records.hasLink(uuid) ? hostedPath(uuid) : null),
  }
}
