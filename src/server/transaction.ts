// Transactions of the legacy interface, with its field names. Two kinds share one path; `type` distinguishes them.
import { decimalText, fieldsOf, flag, idText, text, type UndocumentedValue } from './read-fields.ts'

/** The payer's account of a bank transfer. It is set once the payment is authorized. */
export interface PayerBankAccount {
  readonly iban: string | null
  readonly holderNames: string | null
  readonly bank: string | null
}

interface TransactionFields {
  readonly uuid: string
  readonly currency: string | null
  readonly names: string | null
  /** ISO 8601, with milliseconds. */
  readonly createdAt: string | null
  /** ISO 8601, with milliseconds. */
  readonly lastUpdated: string | null
  readonly [field: string]: unknown
}

export interface BankTransfer extends TransactionFields {
  readonly type: 'BankTransfer'
  /** AUTHORIZED is the last status: the bank does not report the transfer itself. */
  readonly paymentStatus: 'INTENT' | 'STARTED' | 'AUTHORIZED' | 'FAILED_INTENT' | (string & {})
  /** A decimal string. */
  readonly amount: string | null
  readonly userId: string | null
  readonly userAddress1: string | null
  readonly userIpAddress: string | null
  readonly userPassedKyc: boolean | null
  readonly userPassedAml: boolean | null
  readonly addressPassedKyt: boolean | null
  readonly payerBankAccount: PayerBankAccount | null
  readonly revision: string | null
  readonly callbackChromeUrl: string | null
  readonly callbackSafariUrl: string | null
  readonly webhookUrl: string | null
  readonly webhookPayload: string | null
}

export interface OnRampTransfer extends TransactionFields {
  readonly type: 'MerchantOnRampTransfer'
  readonly paymentStatus: 'INTENT' | 'STARTED' | 'FAILED_INTENT' | 'PROCESSING' | 'COMPLETED' | (string & {})
  /** Fulfil the order only when it is SUCCESS. */
  readonly bankDepositStatus: 'PENDING' | 'SUCCESS' | 'FAILED' | (string & {}) | null
  readonly chainId: number | null
  /** The merchant's wallet. */
  readonly address: string | null
  readonly cryptoCurrency: string | null
  readonly paymentLink: string | null
}

/** A transaction with a type that the document does not list. */
export interface OtherTransaction extends TransactionFields {
  readonly type: UndocumentedValue
  readonly paymentStatus: string
}

/** The result of `transactions.get`. Compare `type` to narrow it. */
export type Transaction = BankTransfer | OnRampTransfer | OtherTransaction

/** Parses a transaction; `null` without `uuid`, `type` or `paymentStatus`. */
export function parseTransaction(json: unknown): Transaction | null {
  const fields = fieldsOf(json)
  const uuid = idText(fields?.uuid)
  const type = text(fields?.type)
  const paymentStatus = text(fields?.paymentStatus)
  if (!fields || uuid === null || type === null || paymentStatus === null) return null
  const shared = {
    ...fields,
    uuid,
    paymentStatus,
    ...texts(fields, ['currency', 'names', 'createdAt', 'lastUpdated']),
  }
  if (type === 'BankTransfer') return { ...shared, type, ...bankTransferFields(fields) }
  if (type !== 'MerchantOnRampTransfer') return { ...shared, type: type as UndocumentedValue }
  return { ...shared, type, ...onRampFields(fields) }
}

/** Parses `{iban, holderNames, bank}`; `null` if it is missing. */
export function parsePayerBankAccount(json: unknown): PayerBankAccount | null {
  const fields = fieldsOf(json)
  return fields && { ...fields, ...texts(fields, ['iban', 'holderNames', 'bank']) }
}

function bankTransferFields(fields: Record<string, unknown>) {
  return {
    amount: decimalText(fields.amount),
    userPassedKyc: flag(fields.userPassedKyc),
    userPassedAml: flag(fields.userPassedAml),
    addressPassedKyt: flag(fields.addressPassedKyt),
    payerBankAccount: parsePayerBankAccount(fields.payerBankAccount),
    ...texts(fields, ['userId', 'userAddress1', 'userIpAddress', 'revision']),
    ...texts(fields, ['callbackChromeUrl', 'callbackSafariUrl', 'webhookUrl', 'webhookPayload']),
  }
}

function onRampFields(fields: Record<string, unknown>) {
  return {
    chainId: Number.isInteger(fields.chainId) ? Number(fields.chainId) : null,
    ...texts(fields, ['bankDepositStatus', 'address', 'cryptoCurrency', 'paymentLink']),
  }
}

function texts<Name extends string>(fields: Record<string, unknown>, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, text(fields[name])])) as Record<Name, string | null>
}
