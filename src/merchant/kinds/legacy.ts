// What bank transfers and on-ramps have in common (legacy document): a link makes them payable, their webhooks are unsigned,
// and the same is asked of who pays. Which of these the service requires: not shown; what the order does not tell is left out.
import { createHash } from 'node:crypto'
import type { BankTransferRequest } from '../../server/index.ts'
import type { Quote } from '../orders.ts'
import type { PaymentKind, SessionOfKind } from './kind.ts'
import type { AttemptIds, RequestConfig } from './request.ts'

/** The facts that both share. */
export const legacy = {
  ledger: 'order',
  paidEvent: 'order_paid',
  askedBy: 'shopper',
  sending: 'by_link',
  takesChoice: false,
  isOneOpenAtATime: false,
  listsBeforeFirstAttempt: false,
  yieldsWhenUnanswered: false,
  pageNeedsCode: false,
  disputeStatus: null,
  // CREATED is our own word, until the service has answered.
  statusesBeforeLink: ['CREATED', 'INTENT'],
} as const satisfies Partial<PaymentKind>

/** The legacy document names no end of a transaction that nobody authorized. Money that comes later still counts. */
export const transactionWaitMs = 7 * 24 * 3_600_000

const beginsMs = 60_000

/** Tells whether it was just begun: then it will have its link in a moment. */
export const isJustCreated = ({ created_at }: SessionOfKind, now: number): boolean =>
  created_at.getTime() > now - beginsMs

type User = Pick<BankTransferRequest, 'names' | 'userId' | 'userAddress1' | 'userIpAddress'>

/** @param address the shopper's IP address; `null` when it is not known */
export function legacyUser({ companyName }: RequestConfig, { payer, legacy }: Quote, address: string | null) {
  const names = [payer.first_name, payer.last_name].filter(Boolean).join(' ')
  const user: User = {
    ...(names && { names }),
    // {companyName}{clientId}, and the same for the same person every time.
    userId: `${companyName}${legacy?.clientId ?? clientIdOf(payer.email)}`,
    ...(payer.address && { userAddress1: payer.address }),
    ...(address && { userIpAddress: address }),
  }
  return user
}

/**
 * Where unsigned webhooks of one attempt come to: nobody can guess it, and it opens no other attempt. It names the attempt
 * as well, so that it can be recognized where the row is lost.
 * @param path below `/webhooks/`
 */
export function legacyWebhookUrl(
  { publicUrl }: RequestConfig,
  path: string,
  order: string,
  { row, attempt, webhookToken, nonce }: AttemptIds,
) {
  const name = new URLSearchParams({ order, attempt: String(attempt), nonce })
  return `${publicUrl}/webhooks/${path}/${row}/${webhookToken}?${name}`
}

const clientIdOf = (email: string) =>
  createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16)
